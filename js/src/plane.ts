/** Shapes of the plane, and the questions about them; the rules of space hold. */

import { POSE_NUMBERS, type Pair2, type Pose2, type Vec2Like } from "./direct.js";
import { wrongType } from "./error.js";
import { Shape2 } from "./handle.js";
import * as at from "./layout.js";
import type { Vec2 } from "./query.js";
import { Space, type ContactOptions, type Convex, type Distance, type DistanceBounds, type DistanceOptions, type Impact, type Manifold, type ManifoldPoint, type MotionOptions, type SignedDistance, type SweepOptions, type Touch } from "./space.js";

export type Line2 = { readonly normal: Vec2Like; readonly offset: number } | { readonly normal: Vec2Like; readonly point: Vec2Like };
export type Points2 = ArrayLike<number> | readonly Vec2Like[];
export type Path2 = { readonly origin: Vec2Like; readonly direction: Vec2Like; readonly line?: boolean; readonly maxT?: number } | { readonly a: Vec2Like; readonly b: Vec2Like };
/** Angles are not wrapped: a motion may turn many times. */
export type Motion2 = { readonly from?: Pose2; readonly to: Pose2 } | Pose2;
export interface RayHit2 {
    t: number; /** The greatest t on the shape. */ tLast: number; point: Vec2; /** Zero where the path begins inside. */ normal: Vec2; inside: boolean;
    /** Of entry: of boxes 2 k for the lower, 2 k + 1 for the upper side of axis k, of polygons from corner `edge` on. */ edge: number;
}

export class Plane extends Space {
    // ---- Shapes

    #make(kind: keyof typeof at.kinds2, numbers: number, points = 0, count = 0): Shape2 {
        return new Shape2(this.instance, this.made(this.c.feeler_shape!(2, at.kinds2[kind], numbers, points, count), kind), kind);
    }
    #vectors<T extends object>(kind: keyof typeof at.kinds2, given: T, names: readonly (keyof T & string)[], round = false): Shape2 {
        this.object(given, kind);
        names.forEach((name, i) => this.put2(this.in(2 * i), given[name] as Vec2Like, name));
        const count = 2 * names.length;
        if (round) this.putExtent(this.in(count), (given as { radius: number }).radius, "radius");
        return this.#make(kind, count + (round ? 1 : 0));
    }
    #line(kind: "plane" | "halfspace", p: Line2): Shape2 {
        this.#putLine(p);
        return this.#make(kind, 3);
    }
    #putLine(p: Line2): void {
        this.put2(this.in(0), this.object(p, "plane").normal, "normal");
        if ("offset" in p) return this.put(this.in(2), p.offset, "offset");
        this.put2(this.in(4), p.point, "point");
        const n = this.vec2(this.in(0)), q = this.vec2(this.in(4));
        this.put(this.in(2), q[0] * n[0] + q[1] * n[1], "point");
    }

    point2(position: Vec2Like): Shape2 { return this.#vectors("point", { position }, ["position"]); }
    segment2(s: { readonly a: Vec2Like; readonly b: Vec2Like }): Shape2 { return this.#vectors("segment", s, ["a", "b"]); }
    ray2(r: { readonly origin: Vec2Like; readonly direction: Vec2Like }): Shape2 { return this.#vectors("ray", r, ["origin", "direction"]); }
    line2(r: { readonly origin: Vec2Like; readonly direction: Vec2Like }): Shape2 { return this.#vectors("line", r, ["origin", "direction"]); }
    /** A line by its normal. */
    plane2(p: Line2): Shape2 { return this.#line("plane", p); }
    /** Solid where normal . x <= offset: ground has its normal up. */
    halfspace2(p: Line2): Shape2 { return this.#line("halfspace", p); }
    /** Around the origin, if no centre is given. */
    circle(s: { readonly center?: Vec2Like; readonly radius: number }): Shape2 { return this.#vectors("circle", { ...s, center: this.object(s, "circle").center ?? [0, 0] }, ["center"], true); }
    capsule2(s: { readonly a: Vec2Like; readonly b: Vec2Like; readonly radius: number }): Shape2 { return this.#vectors("capsule", s, ["a", "b"], true); }
    aabb2(s: { readonly min: Vec2Like; readonly max: Vec2Like }): Shape2 { return this.#vectors("aabb", s, ["min", "max"]); }
    /** Half of each side; turned by an angle, or by its first axis, a unit vector. */
    box2(s: { readonly center?: Vec2Like; readonly halfExtents: Vec2Like; readonly rotation?: number } | { readonly center?: Vec2Like; readonly halfExtents: Vec2Like; readonly axis: Vec2Like }): Shape2 {
        this.put2(this.in(0), this.object(s, "box").center ?? [0, 0], "center");
        if ("axis" in s) this.put2(this.in(2), s.axis, "axis");
        else {
            this.put(this.in(2), s.rotation ?? 0, "rotation");
            this.c.feeler_rotation!(2, 2);
        }
        this.put2(this.in(4), s.halfExtents, "halfExtents");
        for (let i = 4; i < 6; i++) this.putExtent(this.in(i), this.number(this.in(i)), "halfExtents");
        return this.#make("box", 6);
    }
    triangle2(s: { readonly a: Vec2Like; readonly b: Vec2Like; readonly c: Vec2Like }): Shape2 { return this.#vectors("triangle", s, ["a", "b", "c"]); }
    /** Corners in order around, clockwise or not, concave or not. */
    polygon2(points: Points2): Shape2 {
        const copy = this.copyIn(points, 2, "points");
        return this.#make("polygon", 0, copy.at, copy.count);
    }
    /** The hull of any points, rounded by the radius. */
    convex2(points: Points2, options: { readonly radius?: number } = {}): Shape2 {
        this.putExtent(this.in(0), options.radius ?? 0, "radius");
        const copy = this.copyIn(points, 2, "points");
        return this.#make("convex", 1, copy.at, copy.count);
    }
    /** The corners of a polygon or hull, x and y of each, in order around. */
    corners2(shape: Shape2): Float64Array {
        const place = this.c.feeler_corners!(this.shape2(shape, "shape"));
        return new Float64Array(this.c.memory.buffer, place, place ? 2 * this.count : 0).slice();
    }
    /** The union of shapes, each under a pose or none. It keeps what it needs of them: they may be freed. */
    compound2(shapes: readonly (Shape2 | { readonly shape: Shape2; readonly pose?: Pose2 })[]): Shape2 {
        const c = this.c, place = this.instance.allocate(shapes.length * (4 + 8 * POSE_NUMBERS) + 8), poses = place + (4 * shapes.length + 7 & ~7);
        try {
            shapes.forEach((part, i) => {
                const [shape, pose] = part instanceof Shape2 ? [part, undefined] : [part.shape, part.pose];
                this.i32[(place >> 2) + i] = this.shape2(shape, `shapes[${i}]`);
                if (pose) this.putPose2(poses + 8 * POSE_NUMBERS * i, pose, `shapes[${i}].pose`);
                else this.f64[(poses >> 3) + POSE_NUMBERS * i] = NaN;
            });
            return new Shape2(this.instance, this.made(c.feeler_compound!(2, place, shapes.length, poses), "compound2"), "compound");
        } finally {
            c.feeler_release(place);
        }
    }

    // ---- Questions

    protected shape2(shape: Shape2, argument: string): number {
        if (!(shape instanceof Shape2)) throw wrongType(argument, "a shape of the plane", shape);
        return this.address(shape, argument);
    }
    #b = 0;
    /** Takes the pair, which stands first among the arguments: the handle of a, and in #b that of b. */
    #pair(args: readonly unknown[]): number {
        const posed = !(args[1] instanceof Shape2), a = this.shape2(args[0] as Shape2, "a");
        this.#b = this.shape2(args[posed ? 2 : 1] as Shape2, "b");
        this.pose2(0, posed ? args[1] as Pose2 : undefined, "poseA");
        this.pose2(1, posed ? args[3] as Pose2 : undefined, "poseB");
        return a;
    }
    #rest(args: readonly unknown[], n = 0): never { return args[(args[1] instanceof Shape2 ? 2 : 4) + n] as never; }

    overlap2(...args: Pair2): boolean {
        this.proved(this.c.feeler_overlap2!(this.#pair(args), this.#b, 0), "a, b");
        return this.truth(this.out);
    }
    distance2(...args: Pair2): Distance<Vec2> {
        const converged = this.proved(this.c.feeler_distance2!(this.#pair(args), this.#b, 0), "a, b"), o = this.out;
        return { distance: this.number(o + at.closest2.distance), pointA: this.vec2(o + at.closest2.pointA), pointB: this.vec2(o + at.closest2.pointB), converged };
    }
    distanceBounds2(...args: [...Pair2, options?: DistanceOptions]): DistanceBounds<Vec2> {
        const options: DistanceOptions = this.#rest(args) ?? {};
        this.limit(0, options.maxDistance);
        const converged = this.proved(this.c.feeler_distance_bounds2!(this.#pair(args), this.#b, this.cacheAt(options.cache)), "a, b");
        return this.bounds2Of(at.distance2, converged);
    }
    protected bounds2Of(l: typeof at.distance2 | typeof at.gjk2, converged: boolean): DistanceBounds<Vec2> {
        const o = this.out;
        return { beyond: this.truth(o + l.beyond), distance: this.number(o + l.distance), lower: this.number(o + l.lower), upper: this.number(o + l.upper),
            normal: this.vec2(o + l.normal), pointA: this.vec2(o + l.pointA), pointB: this.vec2(o + l.pointB), converged };
    }
    signedDistance2(...args: Pair2): SignedDistance<Vec2> {
        const converged = this.proved(this.c.feeler_signed_distance2!(this.#pair(args), this.#b, 0), "a, b"), o = this.out, l = at.signedDistance2;
        return { inseparable: this.truth(o + l.inseparable), signedDistance: this.number(o + l.signedDistance), normal: this.vec2(o + l.normal),
            pointA: this.vec2(o + l.pointA), pointB: this.vec2(o + l.pointB), lower: this.number(o + l.lower), upper: this.number(o + l.upper), converged };
    }
    /** The contact manifold, up to two points. */
    contact2(...args: [...Pair2, options?: ContactOptions]): Manifold<Vec2> {
        const options: ContactOptions = this.#rest(args) ?? {};
        this.option(0, options.margin, "margin");
        this.option(1, options.faceBias, "faceBias");
        const converged = this.proved(this.c.feeler_contact2!(this.#pair(args), this.#b, this.cacheAt(options.cache)), "a, b"), o = this.out, count = this.whole(o + at.manifold2.count), points: ManifoldPoint<Vec2>[] = [], l = at.manifold2Point;
        for (let i = 0, p = o + at.manifold2.points; i < count; i++, p += l.size) points.push({ position: this.vec2(p + l.position), depth: this.number(p + l.depth), id: this.whole(p + l.id) });
        return { normal: this.vec2(o + at.manifold2.normal), points, inseparable: this.truth(o + at.manifold2.inseparable), converged };
    }
    gjk2(...args: [...Pair2, options?: DistanceOptions]): Convex<Vec2> {
        const options: DistanceOptions = this.#rest(args) ?? {}, l = at.gjk2;
        this.limit(0, options.maxDistance);
        const converged = this.proved(this.c.feeler_gjk2!(this.#pair(args), this.#b, this.cacheAt(options.cache)), "a, b"), o = this.out;
        return { ...this.bounds2Of(l, converged), overlap: this.truth(o + l.overlap), signedDistance: this.number(o + l.signedDistance), iterations: this.whole(o + l.iterations) };
    }
    sweep2(...args: [...Pair2, motion: Vec2Like, options?: SweepOptions]): Touch<Vec2> | null {
        const options: SweepOptions = this.#rest(args, 1) ?? {};
        this.put2(this.in(0), this.#rest(args), "motion");
        this.option(3, options.target, "target");
        return this.touch2(this.proved(this.c.feeler_sweep2!(this.#pair(args), this.#b, 0), "a, b"));
    }
    protected touch2(converged: boolean): Touch<Vec2> | null {
        const o = this.out, l = at.sweep2;
        if (!this.truth(o + l.hit)) return null;
        return { t: this.number(o + l.t), point: this.vec2(o + l.point), normal: this.vec2(o + l.normal), atStart: this.truth(o + l.overlapAtStart), converged };
    }
    toi2(a: Shape2, motionA: Motion2, b: Shape2, motionB: Motion2, options: MotionOptions = {}): Impact<Vec2> | null {
        const l = at.toi2;
        this.#path(0, motionA, "motionA");
        this.#path(1, motionB, "motionB");
        this.option(0, options.tolerance, "tolerance");
        this.option(1, options.target, "target");
        const converged = this.proved(this.c.feeler_toi2!(this.#pair([a, b]), this.#b, 0), "a, b"), o = this.out;
        if (!this.truth(o + l.hit)) return null;
        return { t: this.number(o + l.t), upper: this.number(o + l.tUpper), point: this.vec2(o + l.point), normal: this.vec2(o + l.normal), converged };
    }
    #path(side: 0 | 1, motion: Motion2, argument: string): void {
        const path = this.call + at.call.path + side * 16 * POSE_NUMBERS, [from, to] = motion && "to" in motion ? [motion.from ?? {}, motion.to] : [motion as Pose2, motion as Pose2];
        this.putPose2(path, from, argument + ".from");
        this.putPose2(path + 8 * POSE_NUMBERS, to, argument + ".to");
    }

    bounds2(shape: Shape2, pose?: Pose2): { min: Vec2; max: Vec2 } {
        this.pose2(0, pose, "pose");
        this.proved(this.c.feeler_bounds2!(this.shape2(shape, "shape")), "shape");
        return { min: this.vec2(this.out), max: this.vec2(this.out + at.vec2.size) };
    }
    contains2(point: Vec2Like, shape: Shape2, pose?: Pose2): boolean {
        this.put2(this.in(0), point, "point");
        this.pose2(0, pose, "pose");
        this.proved(this.c.feeler_contains2!(this.shape2(shape, "shape")), "shape");
        return this.truth(this.out);
    }
    classify2(line: Line2, shape: Shape2, pose?: Pose2): "front" | "back" | "crosses" {
        this.#putLine(line);
        this.pose2(0, pose, "pose");
        this.proved(this.c.feeler_classify2!(this.shape2(shape, "shape")), "shape");
        const side = this.i32[this.out >> 2]!;
        return side > 0 ? "front" : side < 0 ? "back" : "crosses";
    }
    raycast2(path: Path2, shape: Shape2, pose?: Pose2): RayHit2 | null {
        this.putPath2(path);
        this.pose2(0, pose, "pose");
        this.proved(this.c.feeler_raycast2!(this.shape2(shape, "shape")), "shape");
        return this.hit2();
    }
    protected putPath2(path: Path2): void {
        const [p, q, names] = "a" in path ? [path.a, path.b, ["a", "b"]] : [path.origin, path.direction, ["origin", "direction"]];
        this.put2(this.in(0), p, names[0]!);
        this.put2(this.in(3), q, names[1]!);
        this.option(6, "a" in path ? undefined : path.maxT, "maxT", Infinity);
        this.flags("a" in path ? 2 : path.line ? 1 : 0);
    }
    protected hit2(): RayHit2 | null {
        const l = at.rayhit2;
        const o = this.out;
        if (!this.truth(o + l.hit)) return null;
        return { t: this.number(o + l.t), tLast: this.number(o + l.tLast), point: this.vec2(o + l.point), normal: this.vec2(o + l.normal), inside: this.truth(o + l.inside), edge: this.whole(o + l.edge) };
    }
}
