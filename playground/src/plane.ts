/** A view of the plane, in SVG: drag shapes and handles, drag the ground, turn the wheel or pinch. */

import type { Vec2, Vector } from "feeler";
import type { Mark } from "./story";

export interface Body { outlines: Vec2[][]; role: string; index: number; open?: boolean }
/** Something to drag; `at` is in world. */
export interface Handle { name: string; at: Vector; small?: boolean; drag: (to: Vector) => void }
export interface Picture { bodies: Body[]; marks: Mark[]; handles: Handle[]; selected: number }
export interface Acts { select(index: number): void; move(index: number, by: Vector): void; done(): void }
/** `at`: where an event on a view of the plane is, in world. */
export interface View { at?(event: MouseEvent): Vec2; draw(picture: Picture): void; fit(points: Vector[]): void; zoom(factor: number): void; element: Element; dispose(): void }

/** An element as it should be. */
interface Drawn { name: string; attributes: Record<string, string | number>; text?: string; title?: string }

const NS = "http://www.w3.org/2000/svg";
export function planeView(holder: HTMLElement, label: string, acts: Acts | null): View {
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
    holder.replaceChildren(svg);
    // browsers draw in single precision: far from the origin all is drawn about `base`
    let center: Vec2 = [0, 0], base: Vec2 = [0, 0], height = 10, picture: Picture | null = null;
    const x = (p: Vec2): number => p[0] - base[0], y = (p: Vec2): number => base[1] - p[1];
    const path = (points: Vec2[], closed: boolean): string => points.map((p, i) => `${i ? "L" : "M"}${x(p)} ${y(p)}`).join("") + (closed ? "Z" : "");
    const unit = () => height / (svg.clientHeight || 400);

    // a layer each for grid, bodies, handles and marks; what is there already is changed, for of many bodies few move in a frame
    const layers = [0, 1, 2, 3].map(() => svg.appendChild(document.createElementNS(NS, "g"))), known = new WeakMap<Element, Drawn>();
    let written = new WeakMap<Vec2[], string>();

    function put(layer: Element, drawn: Drawn[]): void {
        drawn.forEach((next, i) => {
            let element = layer.children[i], last = element && known.get(element);
            if (!element || !last || element.tagName !== next.name) {
                const made = document.createElementNS(NS, next.name);
                if (element) element.replaceWith(made);
                else layer.append(made);
                element = made;
                last = undefined;
            }
            for (const [key, value] of Object.entries(next.attributes)) if (last?.attributes[key] !== value) element.setAttribute(key, String(value));
            for (const key of Object.keys(last?.attributes ?? {})) if (!(key in next.attributes)) element.removeAttribute(key);
            if (last?.text !== next.text) element.textContent = next.text ?? "";
            if (last?.title !== next.title) element.replaceChildren(...(next.title ? [Object.assign(document.createElementNS(NS, "title"), { textContent: next.title })] : []));
            known.set(element, next);
        });
        while (layer.children.length > drawn.length) layer.lastChild!.remove();
    }

    function grid(width: number): Drawn[] {
        const step = 10 ** Math.floor(Math.log10(height / 3)), lines = [];
        if (height / step < 200) {
            for (let i = Math.ceil((center[0] - width / 2) / step); i <= (center[0] + width / 2) / step; i++) lines.push(`M${i * step - base[0]} ${y(center) - height / 2}v${height}`);
            for (let i = Math.ceil((center[1] - height / 2) / step); i <= (center[1] + height / 2) / step; i++) lines.push(`M${x(center) - width / 2} ${base[1] - i * step}h${width}`);
        }
        return [{ name: "path", attributes: { d: lines.join(""), class: "grid" } }, { name: "path", attributes: { d: `M${x(center) - width / 2} ${base[1]}h${width}M${-base[0]} ${y(center) - height / 2}v${height}`, class: "axis" } }];
    }

    function mark(m: Mark, u: number): Drawn[] {
        const at = m.at as Vec2[], p = at[0]!;
        if (m.kind === "point") {
            const dot: Drawn = { name: "circle", attributes: { cx: x(p), cy: y(p), r: 5 * u, class: `mark ${m.role}` } };
            return m.label ? [dot, { name: "text", attributes: { x: x(p) + 8 * u, y: y(p) - 7 * u, "font-size": 13 * u, class: `label ${m.role}` }, text: m.label }] : [dot];
        }
        const drawn: Drawn[] = [{ name: "path", attributes: { d: path(at, m.kind === "area"), class: `${m.kind} ${m.role}` } }];
        if (m.kind !== "arrow") return drawn;
        const q = at[1]!, d = [q[0] - p[0], q[1] - p[1]], k = Math.hypot(...d);
        if (k < 2 * u) return drawn;
        const h = 9 * u / k, tip = (side: number): Vec2 => [q[0] - h * (d[0]! - side * d[1]! * 0.5), q[1] - h * (d[1]! + side * d[0]! * 0.5)];
        return [...drawn, { name: "path", attributes: { d: path([tip(1), q, tip(-1)], true), class: `head ${m.role}` } }];
    }

    function outlined(body: Body, outline: Vec2[], u: number): Drawn {
        const chosen = body.index === picture!.selected && acts ? " selected" : "";
        if (outline.length === 1) return { name: "circle", attributes: { cx: x(outline[0]!), cy: y(outline[0]!), r: 6 * u, class: `dot ${body.role}${chosen}`, "data-body": body.index } };
        if (!written.has(outline)) written.set(outline, path(outline, !body.open));
        return { name: "path", attributes: { d: written.get(outline)!, class: `body ${body.role}${chosen}${outline.length === 2 ? " thin" : ""}`, "data-body": body.index } };
    }

    function render(): void {
        if (!picture) return;
        const width = height * (svg.clientWidth || 600) / (svg.clientHeight || 400), u = unit();
        svg.setAttribute("viewBox", `${x(center) - width / 2} ${y(center) - height / 2} ${width} ${height}`);
        put(layers[0]!, grid(width));
        put(layers[1]!, picture.bodies.flatMap((body) => body.outlines.map((outline) => outlined(body, outline, u))));
        put(layers[2]!, picture.handles.map((handle, i) => ({ name: "circle", attributes: { cx: x(handle.at as Vec2), cy: y(handle.at as Vec2), r: (handle.small ? 4 : 8) * u, class: `handle${handle.small ? " corner" : ""}`, "data-handle": i }, title: handle.name })));
        put(layers[3]!, picture.marks.flatMap((m) => mark(m, u)));
    }

    const where = (event: MouseEvent): Vec2 => {
        const box = svg.getBoundingClientRect(), u = unit();
        return [center[0] + (event.clientX - box.left - box.width / 2) * u, center[1] - (event.clientY - box.top - box.height / 2) * u];
    };
    const pointers = new Map<number, Vec2>();  // on the screen
    let drag: { body?: number; handle?: number; last: Vec2 } | null = null;
    svg.addEventListener("pointerdown", (event) => {
        pointers.set(event.pointerId, [event.clientX, event.clientY]);
        svg.setPointerCapture(event.pointerId);
        const data = (event.target as SVGElement).dataset, last = where(event);
        drag = acts && data.handle ? { handle: Number(data.handle), last } : acts && data.body ? { body: Number(data.body), last } : { last };
        if (drag.body !== undefined) acts!.select(drag.body);
    });
    svg.addEventListener("pointermove", (event) => {
        if (!drag || !pointers.has(event.pointerId)) return;
        const spread = () => { const [p, q] = [...pointers.values()] as [Vec2, Vec2]; return Math.hypot(p[0] - q[0], p[1] - q[1]); };
        if (pointers.size === 2) {
            const before = spread();
            pointers.set(event.pointerId, [event.clientX, event.clientY]);
            height *= before / Math.max(spread(), 1);
            return render();
        }
        const now = where(event), by: Vec2 = [now[0] - drag.last[0], now[1] - drag.last[1]];
        if (drag.handle !== undefined) picture!.handles[drag.handle]?.drag(now);
        else if (drag.body !== undefined) acts!.move(drag.body, by);
        else {
            center = [center[0] - by[0], center[1] - by[1]];
            render();
        }
        drag.last = drag.body === undefined && drag.handle === undefined ? where(event) : now;
    });
    const up = (event: PointerEvent) => {
        pointers.delete(event.pointerId);
        if (drag && (drag.body !== undefined || drag.handle !== undefined)) acts!.done();
        drag = null;
    };
    svg.addEventListener("pointerup", up);
    svg.addEventListener("pointercancel", up);
    svg.addEventListener("wheel", (event) => {
        event.preventDefault();
        const before = where(event);
        height *= Math.exp(event.deltaY * 0.001);
        const after = where(event);
        center = [center[0] + before[0] - after[0], center[1] + before[1] - after[1]];
        render();
    }, { passive: false });
    const observer = new ResizeObserver(render);
    observer.observe(svg);
    return {
        element: svg,
        at: where,
        draw(next) { picture = next; render(); },
        zoom(factor) { height /= factor; render(); },
        dispose() { observer.disconnect(); svg.remove(); },
        fit(points) {
            if (!points.length) return;
            const along = points.map((p) => p[0]), up = points.map((p) => p[1]), left = Math.min(...along), right = Math.max(...along), low = Math.min(...up), high = Math.max(...up);
            const ratio = (svg.clientWidth || 600) / (svg.clientHeight || 400);
            center = [(left + right) / 2, (low + high) / 2];
            height = 1.25 * Math.max(high - low, (right - left) / ratio, 1e-9 * Math.hypot(...center), 1e-12);
            base = Math.hypot(...center) > 1e3 * height ? center : [0, 0];
            written = new WeakMap();
            render();
        },
    };
}
