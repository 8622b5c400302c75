/** The question on the page as a program: C on `any2.h` and `any3.h`, JavaScript on the npm package, Python by the command, JSON for `feeler query`. */

import type { Shape, Vector } from "feeler";
import { core } from "./outline";
import { placed, questionOf, type Scene } from "./scene";

const number = (x: number): string => (Object.is(x, -0) ? "-0.0" : String(x));
const braces = (p: Vector): string => `{${p.map(number).join(", ")}}`;

/** A shape in world as C: lines before it, and its initializer; null where the kind is not written. */
function shapeInC(shape: Shape, name: string, d: 2 | 3): { before: string; value: string } | null {
    const world = (p: Vector) => placed(shape.pose, p), s = shape as unknown as Record<string, never>;
    const kind = (word: string, value: string, before = "") => ({ before, value: `{.kind = FLR_SHAPE${d}_${word.toUpperCase()}, .as.${word} = ${value}}` });
    const array = (points: Vector[]) => `    const flr_vec${d} corners_${name}[] = {${points.map((p) => braces(world(p))).join(", ")}};\n`;
    if (shape.shape === "polygon" && d === 2) return kind("polygon", `{corners_${name}, ${(s.vertices as Vector[]).length}}`, array(s.vertices));
    if (shape.shape === "cone" && s.apex && !s.rounding) return kind("cone", `{${braces(world(s.apex))}, ${braces(world(s.base))}, ${s.radius}}`);
    if (shape.shape === "cylinder" && s.a && !s.rounding) return kind("cylinder", `{${braces(world(s.a))}, ${braces(world(s.b))}, ${s.radius}}`);
    if (["cone", "cylinder"].includes(shape.shape)) return null;
    const c = shape.shape === "quad" ? null : core(shape);
    if (!c) return null;
    const at = c.points.map((p) => braces(world(p)));
    if (at.length === 1) return c.radius ? kind(d === 2 ? "circle" : "sphere", `{${at[0]}, ${c.radius}}`) : kind("point", at[0]!);
    if (at.length === 2) return c.radius ? kind("capsule", `{${at.join(", ")}, ${c.radius}}`) : kind("segment", `{${at.join(", ")}}`);
    const upright = d === 2 ? "flr_vec2_make(1, 0), flr_vec2_make(0, 0)" : "flr_affine3_identity().linear, flr_vec3_make(0, 0, 0)";
    return kind("convex", `flr_convex${d}_points(corners_${name}, ${at.length}, ${upright}, ${c.radius})`, array(c.points));
}

export function inC(scene: Scene): string {
    const d = scene.dimension, [a, b] = scene.shapes as [Shape, Shape], motion = braces(scene.motion ?? [0, 0]), question = questionOf(scene) as never as Record<string, { from: never; to: never }>;
    const own = scene.ask === "motion" ? { ...a, pose: undefined } as Shape : a, first = shapeInC(own, "a", d), second = shapeInC(b, "b", d);
    if (!first || !second) return `/* ${first ? b.shape : a.shape}: see flr_shape${d} in feeler/any${d}.h */\n`;
    const pose = (p: { position: Vector; rotation?: number | Vector }) => d === 2 ? `{.position = ${braces(p.position)}, .angle = ${p.rotation ?? 0}}`
        : `{.position = ${braces(p.position)}, .rotation = ${braces((p.rotation ?? [1, 0, 0, 0]) as Vector)}}`;
    const [result, call, print] = {
        contact: [`flr_manifold${d} r;`, `flr_contact${d}(&a, &b, NULL, &r)`, `"%d points\\n", (int)r.count`],
        sweep: [`flr_sweep${d}_result r;`, `flr_sweep${d}(&a, (flr_vec${d})${motion}, &b, &r)`, `"%s at %g\\n", r.hit ? "hit" : "no hit", (double)r.t`],
        raycast: [`flr_${d === 2 ? "rayhit2" : "raycast3_result"} r;\n    const flr_ray${d} ray = {${braces(scene.ray?.origin ?? [0, 0])}, ${braces(scene.ray?.direction ?? [1, 0])}};\n    const flr_raycast${d}_path path = flr_raycast${d}_path_ray(&ray);`, `flr_raycast${d}(&path, &b, &r)`, `"%s at %g\\n", r.hit ? "hit" : "no hit", (double)r.t`],
        motion: [`flr_toi${d}_result r;\n    const flr_path${d} path_a = {${question.a?.from ? `${pose(question.a.from)}, ${pose(question.a.to)}` : ""}}, path_b = {flr_pose${d}_identity(), flr_pose${d}_identity()};`.replaceAll("flr_pose2_identity()", "{.angle = 0}"), `flr_toi${d}(&a, &path_a, &b, &path_b, NULL, &r)`, `"%s at %g\\n", r.hit ? "hit" : "no hit", (double)r.t`],
    }[scene.ask as "contact"] ?? [`flr_signed_distance${d}_result r;`, `flr_signed_distance${d}(&a, &b, &r)`, `"%.17g\\n", (double)r.signed_distance`];
    return `#include <feeler/feeler.h>\n#include <stdio.h>\n\nint main(void)\n{\n${first.before}${second.before}    const flr_shape${d} a = ${first.value};\n    const flr_shape${d} b = ${second.value};\n    ${result}\n    if (${call} != FLR_OK) return 1;\n    (void)a;\n    printf(${print});\n}\n`;
}

export function inJavaScript(scene: Scene): string {
    const d = scene.dimension, question = JSON.parse(JSON.stringify(questionOf(scene))) as Record<string, unknown>, text = (value: unknown): string => JSON.stringify(value);
    const { from, to, ...own } = (question.a ?? scene.shapes[0]) as unknown as Record<string, unknown>, b = question.b ?? question.shape;
    const call = {
        contact: `f.contact${d}(a, b)`, sweep: `f.sweep${d}(a, b, ${text(question.motion)})`, motion: `f.toi${d}(a, ${text({ from, to })}, b, {})`,
        raycast: `f.raycast${d}(${text(scene.ray ?? { origin: [0, 0], direction: [1, 0] })}, b)`,
    }[scene.ask as "contact"] ?? `f.signedDistance${d}(a, b)`;
    return `import { load } from "feeler";\n\nconst f = await load();\nconst a = f.shape(${text(own)});\nconst b = f.shape(${text(b)});\nconsole.log(${call});\n`;
}

export const inJson = (scene: Scene): string => JSON.stringify(questionOf(scene));

export const inPython = (scene: Scene): string => `import json, subprocess

question = json.loads(r'''${inJson(scene)}''')
answer = subprocess.run(["feeler", "query", json.dumps(question)], capture_output=True, text=True).stdout
print(json.loads(answer))
`;
