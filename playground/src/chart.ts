/** The gap of two shapes in motion over time: what was measured, and the bound from each time on, which leads to the next. */

import type { SweepStep } from "feeler";

const NS = "http://www.w3.org/2000/svg";

/** `all` gives the scale, so that the chart does not jump from step to step. */
export function drawChart(svg: Element, steps: SweepStep[], all: SweepStep[]): void {
    const width = 400, height = 340, left = 30, right = 14, top = 24, low = 30, most = Math.max(...all.map((step) => step.gap), 1e-300);
    const x = (t: number) => left + Math.min(t, 1) * (width - left - right), y = (gap: number) => height - low - gap / most * (height - low - top);
    const made: Element[] = [], put = (name: string, attributes: Record<string, string | number>, text?: string) => {
        const element = document.createElementNS(NS, name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
        if (text) element.textContent = text;
        made.push(element);
    };
    put("path", { class: "axis", d: `M${left} ${top}V${height - low}H${width - right}` });
    for (const t of [0, 0.25, 0.5, 0.75, 1]) put("text", { class: "tick", x: x(t), y: height - 11, "text-anchor": "middle" }, String(t));
    put("text", { class: "tick", x: left - 6, y: y(0) + 4, "text-anchor": "end" }, "0");
    put("text", { class: "tick", x: width - right, y: height - low - 5, "text-anchor": "end" }, "t");
    put("text", { class: "tick", x: left - 6, y: top - 10 }, "gap");
    steps.forEach((step, i) => {
        const last = i === steps.length - 1, end = step.closing > 0 ? step.t + step.gap / step.closing : 1;
        const stop = Math.min(end, 1), rest = Math.max(0, step.gap - step.closing * (stop - step.t));
        put("path", { class: `line ${last ? "next" : "faint"}`, d: `M${x(step.t)} ${y(step.gap)}L${x(stop)} ${y(Math.min(rest, most))}` });
        put("circle", { class: `mark ${last ? "result" : "simplex"}`, cx: x(step.t), cy: y(step.gap), r: last ? 5 : 4 });
    });
    svg.replaceChildren(...made);
    const now = steps[steps.length - 1]!;
    svg.setAttribute("aria-label", `The gap over time: ${steps.length} of ${all.length} measured; now ${Number(now.gap.toPrecision(3))} at t = ${Number(now.t.toPrecision(3))}.`);
}
