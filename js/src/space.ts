/** Shapes of space, and the questions about them. */

import { Direct, POSE_NUMBERS, type Pair3, type Pose3, type QuaternionLike, type Vec3Like } from "./direct.js";
import { errorOf, FeelerError, wrongType } from "./error.js";
import { Grid3, Hull3, Mesh3, Shape3, type Cache, type MeshInfo } from "./handle.js";
import * as at from "./layout.js";
import type { Vec3 } from "./query.js";

/** All within this distance of the shape belongs to it. Of shapes that are convex and end. */
export interface Rounded { readonly rounding?: number }
/** Unit vectors, perpendicular to one another. */
export type Turned3 = { readonly rotation?: QuaternionLike } | { readonly axes: readonly [Vec3Like, Vec3Like, Vec3Like] };
/** normal . x = offset; of a halfspace normal . x <= offset. Or through a point. */
export type Plane3 = { readonly normal: Vec3Like; readonly offset: number } | { readonly normal: Vec3Like; readonly point: Vec3Like };
/** Flat numbers x, y, z, ..., or vectors. */
export type Points3 = ArrayLike<number> | readonly Vec3Like[];
/** A ray, t >= 0; a line, any t; or a segment, t from 0 at a to 1 at b. t counts in lengths of the direction. */
export type Path3 = { readonly origin: Vec3Like; readonly direction: Vec3Like; readonly line?: boolean; readonly maxT?: number } | { readonly a: Vec3Like; readonly b: Vec3Like };
/** From one pose to another over t from 0 to 1, turning along the shorter arc; or a pose, to stay. */
export type Motion3 = { readonly from?: Pose3; readonly to: Pose3 } | Pose3;

/** Cells of a grid of heights, [column, row] each. */
export interface CellLists {
    /** Without ground. */ readonly holes?: Iterable<readonly [number, number]>;
    /** Cut the other way. */ readonly turned?: Iterable<readonly [number, number]>;
    /** Of the tile beside this one, which only tell that edges shared with them are inner ones. */ readonly neighbors?: Iterable<readonly [number, number]>;
}
export interface HeightsOptions extends CellLists {
    /** From column to column and from row to row; 1 if not given. */ readonly spacing?: number | readonly [number, number];
    /** The numbers of the first column and row in a larger grid: tiles that differ in them share the corners of their border. */ readonly first?: readonly [number, number];
    /** How cells are cut in two: from their first corner to the opposite one, the other way, or both in turn. */ readonly diagonal?: "rising" | "falling" | "alternating";
}
/** A rectangle of a grid of heights: its first column and row, and how many heights it has along each. */
export interface HeightsRectangle { readonly column: number; readonly row: number; readonly columns: number; readonly rows: number }
export interface DistanceOptions { /** Stop once they are known to be farther apart. */ readonly maxDistance?: number; readonly cache?: Cache }
export interface ContactOptions {
    /** Shapes this far apart still get points, and points may lie this far outside. */ readonly margin?: number;
    /** A face's normal wins if at most this much deeper. */ readonly faceBias?: number;
    readonly cache?: Cache;
}
export interface SweepOptions { /** They count as touching at this distance. */ readonly target?: number }
export interface MotionOptions extends SweepOptions { /** How much later than t the touch may be. */ readonly tolerance?: number }

/** Where they overlap the distance is 0, and both points are one they share. */
export interface Distance<V> { distance: number; pointA: V; pointB: V; /** False: a bound, not proved to be the distance. */ converged: boolean }
export interface DistanceBounds<V> {
    /** Farther than maxDistance; the distance is then a lower bound. */ beyond: boolean;
    distance: number; lower: number; upper: number;
    /** Unit, from a to b; zero where they overlap. */ normal: V;
    pointA: V; pointB: V; converged: boolean;
}
/** The distance, or minus the depth: the length of the shortest translation of b, along the normal, that leaves them touching. */
export interface SignedDistance<V> {
    /** No translation separates them; the rest is zero. */ inseparable: boolean;
    signedDistance: number; normal: V; pointA: V; pointB: V;
    /** Between these it lies, where it did not converge. */ lower: number; upper: number; converged: boolean;
}
export interface ManifoldPoint<V> {
    /** Midway between the surfaces. */ position: V;
    /** Above 0 inside. */ depth: number;
    /** The same from call to call while the same features meet. */ id: number;
}
export interface Manifold<V> { /** Unit, from a to b; zero without points. */ normal: V; points: ManifoldPoint<V>[]; inseparable: boolean; converged: boolean }
/** What of a shape makes a point: the child of a compound, the triangle of a mesh, one to three corners. */
export interface Feature { child: number; triangle?: number; corners: number[] }
export interface Region { normal: Vec3; points: (ManifoldPoint<Vec3> & { a: Feature; b: Feature })[]; inseparable: boolean }
export interface RayHit3 {
    t: number; point: Vec3; /** Zero where the path begins inside. */ normal: Vec3; inside: boolean;
    /** Of what is made of triangles, with the weights of its corners. */ triangle?: number; barycentric?: Vec3;
    /** Of a compound: which shape. */ child: number;
}
export interface Touch<V> { t: number; /** Zero where they touch at the start, as the normal. */ point: V; normal: V; atStart: boolean; /** False: they do not touch before t, and later is not known. */ converged: boolean }
/** Which child of a compound and which triangle of a mesh touch, else 0; at the start 0 too. */
export interface Touching { childA: number; childB: number; triangleA: number; triangleB: number }
export interface Impact<V> { t: number; /** The touch is no later. */ upper: number; point: V; normal: V; converged: boolean }
export interface Convex<V> extends DistanceBounds<V> { overlap: boolean; /** Minus the depth where only the radii overlap. */ signedDistance: number; iterations: number }
/** A triangle of a mesh that a path meets; `front`: on the side where its corners run counter-clockwise. */
export interface TriangleHit { triangle: number; t: number; point: Vec3; normal: Vec3; front: boolean; barycentric: Vec3 }
export interface Nearest { distance: number; point: Vec3; triangle: number }
/** A vertex and a face, a face and a vertex, or two edges that meet while their meshes deform. */
export interface Meeting {
    features: (typeof meetingFeatures)[number];
    /** The vertices of that vertex, face or edge. */ verticesA: number[]; verticesB: number[];
    /** The face, or one of the triangles at the vertex or edge. */ triangleA: number; triangleB: number;
    t: number; /** The touch is no later. */ upper: number; /** Zero where they touch at the start, as the normal. */ point: Vec3; normal: Vec3;
    /** False: nothing touches before t, and whether it does later was not proved. */ converged: boolean;
}
export interface GridOptions {
    /** The side of a cell. */ readonly cell?: number;
    /** Or how many make the longest side. */ readonly cells?: number;
    /** Around the mesh. */ readonly margin?: number;
}
/** Value and gradient at a point. The true distance is within the error of the value. */
export interface GridSample { value: number; gradient: Vec3; error: number; /** Of the grid. */ outside: boolean }
export interface Interference {
    kind: "apart" | "clearance" | "touch" | "clash" | "contained";
    distance: number; depth: number; pointA: Vec3; pointB: Vec3; normal: Vec3; /** The deepest point, or the middle of the closest ones. */ point: Vec3;
    triangleA: number; triangleB: number;
    /** What stands behind the answer: flags FLR_FLAG_ of feeler/interference3.h. */ flags: number;
}
/** A polyline: x, y, z of each corner, and the two triangles that cross from there on. */
export interface IntersectionPolyline { closed: boolean; length: number; points: Float64Array; trianglesA: Uint32Array; trianglesB: Uint32Array }
/** Volume, area and centroid are those of the common solid; 0 unless both meshes are oriented and enclose something. */
export interface Intersection { solid: boolean; volume: number; area: number; centroid: Vec3; length: number; lines: IntersectionPolyline[] }
export interface NearTriangle { triangle: number; distance: number; pointA: Vec3; pointB: Vec3 }
export const meetingFeatures = ["vertex-face", "face-vertex", "edge-edge"] as const;
export const interferenceKinds = ["apart", "clearance", "touch", "clash", "contained"] as const;

/** Flags of the cells of a rectangle; the lists have numbers in the whole grid. */
function cellFlags(lists: CellLists, column: number, row: number, columns: number, rows: number): Uint8Array {
    const cells = new Uint8Array(columns * rows);
    for (const [name, flag] of [["holes", 1], ["turned", 2], ["neighbors", 4]] as const)
        for (const [i, j] of lists[name] ?? []) {
            if (!(i >= column && i < column + columns && j >= row && j < row + rows) || i % 1 || j % 1)
                throw wrongType(name, `cells, [column, row] from [${column}, ${row}] and below [${column + columns}, ${row + rows}]`, [i, j]);
            cells[(j - row) * columns + i - column]! |= flag;
        }
    return cells;
}

export class Space extends Direct {
    // ---- Shapes. In world, or in a frame that a pose of the question places. They have to be freed.

    #make(kind: keyof typeof at.kinds3, numbers: number, rounding: number | undefined, points = 0, count = 0): Shape3 {
        const c = this.c, shape = new Shape3(this.instance, this.made(c.feeler_shape!(3, at.kinds3[kind], numbers, points, count), kind), kind);
        if (rounding === undefined) return shape;
        const status = typeof rounding === "number" ? c.feeler_round!(this.address(shape, kind), rounding) : 2;
        if (status === 0) return shape;
        shape.free();
        throw errorOf(status, "rounding", "rounding");
    }
    /** So many vectors, then a radius where it is round. */
    #vectors<T extends object>(kind: keyof typeof at.kinds3, given: T, names: readonly (keyof T & string)[], round = false): Shape3 {
        this.object(given, kind);
        names.forEach((name, i) => this.put3(this.in(3 * i), given[name] as Vec3Like, name));
        const count = 3 * names.length;
        if (round) this.putExtent(this.in(count), (given as { radius: number }).radius, "radius");
        return this.#make(kind, count + (round ? 1 : 0), (given as Rounded).rounding);
    }
    /** Centre, axes and three extents. */
    #box(kind: "box" | "ellipsoid", center: Vec3Like | undefined, turned: Turned3, extents: Vec3Like, name: string, rounding: number | undefined): Shape3 {
        if (center === undefined) this.f64.fill(0, this.in(0) >> 3, this.in(3) >> 3);
        else this.put3(this.in(0), center, "center");
        if ("axes" in turned) turned.axes.forEach((axis, i) => this.put3(this.in(3 + 3 * i), axis, `axes[${i}]`));
        else {
            this.putQuaternion(this.in(3), turned.rotation ?? [1, 0, 0, 0], "rotation");
            this.c.feeler_rotation!(3, 3);
        }
        this.put3(this.in(12), extents, name);
        for (let i = 12; i < 15; i++) this.putExtent(this.in(i), this.number(this.in(i)), name);
        return this.#make(kind, 15, rounding);
    }
    #plane(kind: "plane" | "halfspace", p: Plane3): Shape3 {
        this.putPlane3(p);
        return this.#make(kind, 4, undefined);
    }
    /** A plane in the first four numbers. */
    protected putPlane3(p: Plane3): void {
        this.put3(this.in(0), this.object(p, "plane").normal, "normal");
        if ("offset" in p) return this.put(this.in(3), p.offset, "offset");
        this.put3(this.in(4), p.point, "point");
        const n = this.vec3(this.in(0)), q = this.vec3(this.in(4));
        this.put(this.in(3), q[0] * n[0] + q[1] * n[1] + q[2] * n[2], "point");
    }
    #points(kind: "polygon" | "convex", points: Points3, radius: number, rounding: number | undefined): Shape3 {
        this.putExtent(this.in(0), radius, "radius");
        const copy = this.copyIn(points, 3, "points");
        return this.#make(kind, kind === "convex" ? 1 : 0, rounding, copy.at, copy.count);
    }

    point3(position: Vec3Like, options: Rounded = {}): Shape3 { return this.#vectors("point", { position, ...options }, ["position"]); }
    segment3(s: { readonly a: Vec3Like; readonly b: Vec3Like } & Rounded): Shape3 { return this.#vectors("segment", s, ["a", "b"]); }
    ray3(r: { readonly origin: Vec3Like; readonly direction: Vec3Like }): Shape3 { return this.#vectors("ray", r, ["origin", "direction"]); }
    line3(r: { readonly origin: Vec3Like; readonly direction: Vec3Like }): Shape3 { return this.#vectors("line", r, ["origin", "direction"]); }
    plane3(p: Plane3): Shape3 { return this.#plane("plane", p); }
    /** Solid where normal . x <= offset: a floor has its normal up. */
    halfspace3(p: Plane3): Shape3 { return this.#plane("halfspace", p); }
    /** Around the origin, if no centre is given. */
    sphere(s: { readonly center?: Vec3Like; readonly radius: number } & Rounded): Shape3 { return this.#vectors("sphere", { ...s, center: this.object(s, "sphere").center ?? [0, 0, 0] }, ["center"], true); }
    /** All within the radius of a segment. */
    capsule3(s: { readonly a: Vec3Like; readonly b: Vec3Like; readonly radius: number } & Rounded): Shape3 { return this.#vectors("capsule", s, ["a", "b"], true); }
    /** a and b are the centres of its ends. */
    cylinder(s: { readonly a: Vec3Like; readonly b: Vec3Like; readonly radius: number } & Rounded): Shape3 { return this.#vectors("cylinder", s, ["a", "b"], true); }
    cone(s: { readonly apex: Vec3Like; readonly base: Vec3Like; readonly radius: number } & Rounded): Shape3 { return this.#vectors("cone", s, ["apex", "base"], true); }
    aabb3(s: { readonly min: Vec3Like; readonly max: Vec3Like } & Rounded): Shape3 { return this.#vectors("aabb", s, ["min", "max"]); }
    /** Half of each side; around the origin, if no centre is given. */
    box3(s: { readonly center?: Vec3Like; readonly halfExtents: Vec3Like } & Turned3 & Rounded): Shape3 { return this.#box("box", this.object(s, "box").center, s, s.halfExtents, "halfExtents", s.rounding); }
    ellipsoid(s: { readonly center?: Vec3Like; readonly radii: Vec3Like } & Turned3 & Rounded): Shape3 { return this.#box("ellipsoid", this.object(s, "ellipsoid").center, s, s.radii, "radii", s.rounding); }
    triangle3(s: { readonly a: Vec3Like; readonly b: Vec3Like; readonly c: Vec3Like } & Rounded): Shape3 { return this.#vectors("triangle", s, ["a", "b", "c"]); }
    /** Corners in order around, in one plane. */
    quad3(s: { readonly a: Vec3Like; readonly b: Vec3Like; readonly c: Vec3Like; readonly d: Vec3Like } & Rounded): Shape3 { return this.#vectors("quad", s, ["a", "b", "c", "d"]); }
    tetrahedron(s: { readonly a: Vec3Like; readonly b: Vec3Like; readonly c: Vec3Like; readonly d: Vec3Like } & Rounded): Shape3 { return this.#vectors("tetrahedron", s, ["a", "b", "c", "d"]); }
    rectangle3(s: { readonly center?: Vec3Like; readonly axes: readonly [Vec3Like, Vec3Like]; readonly halfExtents: readonly [number, number] } & Rounded): Shape3 {
        this.put3(this.in(0), this.object(s, "rectangle").center ?? [0, 0, 0], "center");
        s.axes.forEach((axis, i) => this.put3(this.in(3 + 3 * i), axis, `axes[${i}]`));
        s.halfExtents.forEach((half, i) => this.putExtent(this.in(9 + i), half, `halfExtents[${i}]`));
        return this.#make("rectangle", 11, s.rounding);
    }
    /** Flat; corners in order around, concave or not. */
    polygon3(points: Points3, options: Rounded = {}): Shape3 { return this.#points("polygon", points, 0, options.rounding); }
    /** The hull of some points, rounded by the radius. For many points or many questions take hull3. */
    convex3(points: Points3, options: { readonly radius?: number } & Rounded = {}): Shape3 { return this.#points("convex", points, options.radius ?? 0, options.rounding); }

    /** The exact hull of any points, with its faces. `vertexLimit` keeps so many vertices, `mergeTolerance` joins nearly coplanar faces. */
    hull3(points: Points3, options: { readonly radius?: number; readonly vertexLimit?: number; readonly mergeTolerance?: number } = {}): Hull3 {
        const c = this.c, copy = this.copyIn(points, 3, "points"), { radius = 0, vertexLimit = 0, mergeTolerance = 0 } = options;
        this.putExtent(this.in(0), radius, "radius");
        const status = c.feeler_hull3!(copy.at, copy.count, vertexLimit, mergeTolerance, radius);
        c.feeler_release(copy.at);
        const place = this.made(status, "hull3");
        c.feeler_hull3_info!(place);
        const o = this.out, vertices = this.whole(o + at.hull3Info.vertexCount), faces = this.whole(o + at.hull3Info.faceCount), edges = this.whole(o + at.hull3Info.halfEdgeCount);
        const { buffer } = c.memory, array = (which: number, length: number): Uint32Array => (length ? new Uint32Array(buffer, c.feeler_hull3_array!(place, which), length) : new Uint32Array(0));
        const first = array(2, faces ? faces + 1 : 0), indices = array(1, edges);
        return new Hull3(this.instance, place, { dimension: this.whole(o + at.hull3Info.dimension), volume: this.number(o + at.hull3Info.volume), area: this.number(o + at.hull3Info.area) },
            new Float64Array(buffer, c.feeler_hull3_array!(place, 0), 3 * vertices).slice(), Array.from({ length: faces }, (_, i) => indices.slice(first[i], first[i + 1])), array(3, vertices).slice());
    }

    /**
     * A mesh of vertices x, y, z and triangles of three vertices each; without triangles every three vertices are one. A solid mesh
     * must be watertight (`info`). Vertices closer than `weld`, a part of 1e-8 of its size if not given, are one for its topology.
     */
    mesh3(vertices: Points3, triangles?: ArrayLike<number>, options: { readonly solid?: boolean; readonly weld?: number } = {}): Mesh3 {
        const c = this.c, points = this.copyIn(vertices, 3, "vertices"), corners = triangles ? triangles.length : points.count;
        if (corners % 3) { c.feeler_release(points.at); throw new FeelerError("wrong_type", `triangles: expected 3 vertices each, found ${corners} in all`, "triangles"); }
        let status = 4;
        const indices = c.feeler_allocate(4 * corners);
        if (indices) {
            const to = new Uint32Array(c.memory.buffer, indices, corners);
            if (triangles) to.set(triangles);
            else for (let i = 0; i < corners; i++) to[i] = i;
            status = c.feeler_mesh3!(points.at, points.count, indices, corners / 3, options.solid ? 1 : 0, options.weld ?? -1);
        }
        c.feeler_release(indices);
        c.feeler_release(points.at);
        const mesh = this.meshAt(this.made(status, "mesh3"));
        if (!options.solid || mesh.info.watertight) return mesh;
        mesh.free();
        throw new FeelerError("invalid_shape", `solid: expected a closed mesh, found ${mesh.info.boundaryEdgeCount} open edges of ${mesh.info.triangleCount} triangles`, "solid");
    }

    /**
     * A mesh over a grid of heights, row after row; a cell with a corner that is NaN is a hole. Column i is at x = (first[0] + i) times the
     * spacing, rows likewise along y. Triangles 2 c and 2 c + 1 are those of cell c; none of them is stored.
     */
    heights3(heights: ArrayLike<number>, columns: number, options: HeightsOptions = {}): Mesh3 {
        const c = this.c, rows = heights.length / columns, { spacing = 1, first = [0, 0], diagonal = "rising" } = options;
        if (!Number.isInteger(columns) || !Number.isInteger(rows) || columns < 2 || rows < 2) throw new FeelerError("wrong_type", `heights: expected rows of ${columns} heights, two or more of each, found ${heights.length} in all`, "heights");
        const kind = ["rising", "falling", "alternating"].indexOf(diagonal), [x, y] = typeof spacing === "number" ? [spacing, spacing] : spacing;
        if (kind < 0) throw wrongType("diagonal", "rising, falling or alternating", diagonal);
        if (!(x > 0 && y > 0)) throw wrongType("spacing", "a number, or two, above 0", spacing);
        if (first.some((n) => n !== (n | 0))) throw wrongType("first", "two whole numbers", first);
        const cells = cellFlags(options, 0, 0, columns - 1, rows - 1);
        const place = this.instance.allocate(8 * heights.length + cells.length);
        this.f64.set(heights, place >> 3);
        new Uint8Array(c.memory.buffer, place + 8 * heights.length, cells.length).set(cells);
        this.f64[this.in(0) >> 3] = x;
        this.f64[this.in(1) >> 3] = y;
        const status = c.feeler_heights3!(place, place + 8 * heights.length, columns, rows, first[0], first[1], kind);
        c.feeler_release(place);
        return this.meshAt(this.made(status, "heights3"));
    }

    /**
     * Moves the vertices of a mesh that deforms: as many as it was made of, in a quarter of the time of making it anew. Its triangles and what is
     * joined to what stay. Compounds that hold it have to be freed before, and a solid mesh stays one.
     */
    refit3(mesh: Mesh3, vertices: Points3): void {
        const place = this.mesh3At(mesh, "mesh"), points = this.#vertices(mesh, vertices, "vertices");
        try {
            this.#changed(mesh, place, this.c.feeler_refit3!(place, points), "vertices");
        } finally {
            this.c.feeler_release(points);
        }
    }
    /** A copy of as many vertices as the mesh has, to be released. */
    #vertices(mesh: Mesh3, vertices: Points3, argument: string): number {
        const points = this.copyIn(vertices, 3, argument);
        if (points.count === mesh.info.vertexCount) return points.at;
        this.c.feeler_release(points.at);
        throw new FeelerError("wrong_type", `${argument}: expected ${mesh.info.vertexCount}, found ${points.count}`, argument);
    }
    #changed(mesh: Mesh3, place: number, status: number, where: string): void {
        if (status === 8) throw new FeelerError("invalid_shape", "mesh: a compound holds it", "mesh");
        this.proved(status, where);
        mesh.info = this.#infoOf(place);
    }
    /**
     * New heights in a rectangle of a mesh of heights, or without heights new lists of the cells between them: all of these, where one is given.
     * Time grows with the rectangle. Compounds that hold the mesh have to be freed before.
     */
    refitHeights3(mesh: Mesh3, rectangle: HeightsRectangle, heights: ArrayLike<number> | null, lists?: CellLists): void {
        const { column, row, columns, rows } = this.object(rectangle, "rectangle"), count = columns * rows;
        if (![column, row, columns, rows].every((n) => Number.isInteger(n) && n >= 0) || !(columns > 0 && rows > 0)) throw wrongType("rectangle", "column, row, columns and rows, whole numbers", rectangle);
        if (heights && heights.length !== count) throw wrongType("heights", `${count} numbers`, heights.length);
        const at = this.mesh3At(mesh, "mesh"), cells = lists ? cellFlags(lists, column, row, columns - 1, rows - 1) : new Uint8Array(0);
        const place = this.instance.allocate(8 * count + cells.length);
        try {
            if (heights) this.f64.set(heights, place >> 3);
            this.u8.set(cells, place + 8 * count);
            this.#changed(mesh, at, this.c.feeler_refit_heights3!(at, column, row, columns, rows, heights ? place : 0, lists ? place + 8 * count : 0), "mesh, rectangle, heights");
        } finally {
            this.c.feeler_release(place);
        }
    }

    protected meshAt(place: number): Mesh3 { return new Mesh3(this.instance, place, this.#infoOf(place)); }
    #infoOf(place: number): MeshInfo {
        this.c.feeler_mesh3_info!(place);
        const o = this.out, info = at.mesh3Info, n = (member: number): number => this.whole(o + member);
        return { min: this.vec3(o + info.bounds), max: this.vec3(o + info.bounds + at.vec3.size), vertexCount: n(info.vertexCount), triangleCount: n(info.triangleCount),
            boundaryEdgeCount: n(info.boundaryEdgeCount), componentCount: n(info.componentCount), volume: this.number(o + info.volume), watertight: this.truth(o + info.watertight), oriented: this.truth(o + info.oriented) };
    }

    /** The union of shapes, each under a pose or none. It keeps what it needs of them: they may be freed. */
    compound3(shapes: readonly (Shape3 | { readonly shape: Shape3; readonly pose?: Pose3 })[]): Shape3 {
        const c = this.c, place = this.instance.allocate(shapes.length * (4 + 8 * POSE_NUMBERS) + 8), poses = place + (4 * shapes.length + 7 & ~7);
        try {
            shapes.forEach((part, i) => {
                const [shape, pose] = part instanceof Shape3 ? [part, undefined] : [part.shape, part.pose];
                this.i32[(place >> 2) + i] = this.shape3(shape, `shapes[${i}]`);
                if (pose) this.putPose3(poses + 8 * POSE_NUMBERS * i, pose, `shapes[${i}].pose`);
                else this.f64[(poses >> 3) + POSE_NUMBERS * i] = NaN;
            });
            return new Shape3(this.instance, this.made(c.feeler_compound!(3, place, shapes.length, poses), "compound3"), "compound");
        } finally {
            c.feeler_release(place);
        }
    }

    // ---- Questions. A pair is two shapes in world, or each followed by its pose.

    protected shape3(shape: Shape3, argument: string): number {
        if (!(shape instanceof Shape3)) throw wrongType(argument, "a shape of space", shape);
        return this.address(shape, argument);
    }
    protected mesh3At(mesh: Mesh3, argument: string): number {
        if (!(mesh instanceof Mesh3)) throw wrongType(argument, "a mesh", mesh);
        return this.address(mesh, argument);
    }
    #b = 0;
    /** Takes the pair, which stands first among the arguments: the handle of a, and in #b that of b. */
    #pair(args: readonly unknown[]): number {
        const posed = !(args[1] instanceof Shape3), a = this.shape3(args[0] as Shape3, "a");
        this.#b = this.shape3(args[posed ? 2 : 1] as Shape3, "b");
        this.pose3(0, posed ? args[1] as Pose3 : undefined, "poseA");
        this.pose3(1, posed ? args[3] as Pose3 : undefined, "poseB");
        return a;
    }
    /** What follows the pair. */
    #rest(args: readonly unknown[], n = 0): never { return args[(args[1] instanceof Shape3 ? 2 : 4) + n] as never; }

    /** Do they overlap? Touching counts, and lying inside a solid. */
    overlap3(...args: Pair3): boolean {
        this.proved(this.c.feeler_overlap3!(this.#pair(args), this.#b, 0), "a, b");
        return this.truth(this.out);
    }
    /** Distance and closest points. */
    distance3(...args: Pair3): Distance<Vec3> {
        const converged = this.proved(this.c.feeler_distance3!(this.#pair(args), this.#b, 0), "a, b"), o = this.out;
        return { distance: this.number(o + at.closest3.distance), pointA: this.vec3(o + at.closest3.pointA), pointB: this.vec3(o + at.closest3.pointB), converged };
    }
    /** The same with bounds, up to a limit, and from where the last answer of the pair ended. */
    distanceBounds3(...args: [...Pair3, options?: DistanceOptions]): DistanceBounds<Vec3> {
        const options: DistanceOptions = this.#rest(args) ?? {};
        this.limit(0, options.maxDistance);
        const converged = this.proved(this.c.feeler_distance_bounds3!(this.#pair(args), this.#b, this.cacheAt(options.cache)), "a, b");
        return this.bounds3Of(at.distance3, converged);
    }
    protected bounds3Of(l: typeof at.distance3 | typeof at.gjk3, converged: boolean): DistanceBounds<Vec3> {
        const o = this.out;
        return { beyond: this.truth(o + l.beyond), distance: this.number(o + l.distance), lower: this.number(o + l.lower), upper: this.number(o + l.upper),
            normal: this.vec3(o + l.normal), pointA: this.vec3(o + l.pointA), pointB: this.vec3(o + l.pointB), converged };
    }
    /** The distance, or minus the depth. */
    signedDistance3(...args: Pair3): SignedDistance<Vec3> {
        const converged = this.proved(this.c.feeler_signed_distance3!(this.#pair(args), this.#b, 0), "a, b"), o = this.out, l = at.signedDistance3;
        return { inseparable: this.truth(o + l.inseparable), signedDistance: this.number(o + l.signedDistance), normal: this.vec3(o + l.normal),
            pointA: this.vec3(o + l.pointA), pointB: this.vec3(o + l.pointB), lower: this.number(o + l.lower), upper: this.number(o + l.upper), converged };
    }
    /** The contact manifold, up to four points. */
    contact3(...args: [...Pair3, options?: ContactOptions]): Manifold<Vec3> {
        const options: ContactOptions = this.#rest(args) ?? {};
        this.option(0, options.margin, "margin");
        this.option(1, options.faceBias, "faceBias");
        const converged = this.proved(this.c.feeler_contact3!(this.#pair(args), this.#b, this.cacheAt(options.cache)), "a, b");
        return { ...this.#manifold(this.out), converged };
    }
    #manifold(o: number): { normal: Vec3; points: ManifoldPoint<Vec3>[]; inseparable: boolean } {
        const count = this.whole(o + at.manifold3.count), points: ManifoldPoint<Vec3>[] = [], l = at.manifold3Point;
        for (let i = 0, p = o + at.manifold3.points; i < count; i++, p += l.size) points.push({ position: this.vec3(p + l.position), depth: this.number(p + l.depth), id: this.whole(p + l.id) });
        return { normal: this.vec3(o + at.manifold3.normal), points, inseparable: this.truth(o + at.manifold3.inseparable) };
    }
    #feature(p: number): Feature {
        const l = at.contact3Part, triangle = this.whole(p + l.triangle), corners = Array.from({ length: this.whole(p + l.cornerCount) }, (_, i) => this.whole(p + l.corners + 4 * i));
        return { child: this.whole(p + l.child), ...(triangle === 0xffffffff ? {} : { triangle }), corners };
    }
    /** What a body needs to stand: a manifold for each part of the surfaces with a normal of its own. */
    contacts3(...args: [...Pair3, options?: Omit<ContactOptions, "cache">]): Region[] {
        const options: ContactOptions = this.#rest(args) ?? {}, l = at.contact3Region, ROOM = 32;
        this.option(0, options.margin, "margin");
        this.option(1, options.faceBias, "faceBias");
        const a = this.#pair(args), b = this.#b, c = this.c;
        let place = this.out, more = 0;
        this.proved(c.feeler_contacts3!(a, b, place, ROOM), "a, b");
        if (this.count > ROOM) {
            const room = this.count;
            place = more = this.instance.allocate(room * l.size);
            c.feeler_contacts3!(a, b, place, room);
        }
        const regions = Array.from({ length: this.count }, (_, i): Region => {
            const o = place + i * l.size, m = this.#manifold(o + l.manifold);
            return { ...m, points: m.points.map((p, k) => ({ ...p, a: this.#feature(o + l.partsA + k * at.contact3Part.size), b: this.#feature(o + l.partsB + k * at.contact3Part.size) })) };
        });
        if (more) c.feeler_release(more);
        return regions;
    }
    /** GJK of two convex shapes: the distance from the last answer on, and how many steps it took. */
    gjk3(...args: [...Pair3, options?: DistanceOptions]): Convex<Vec3> {
        const options: DistanceOptions = this.#rest(args) ?? {}, l = at.gjk3;
        this.limit(0, options.maxDistance);
        const converged = this.proved(this.c.feeler_gjk3!(this.#pair(args), this.#b, this.cacheAt(options.cache)), "a, b"), o = this.out;
        return { ...this.bounds3Of(l, converged), overlap: this.truth(o + l.overlap), signedDistance: this.number(o + l.signedDistance), iterations: this.whole(o + l.iterations) };
    }
    /** Shape cast: when does a, moving by the motion without turning, first touch b? Null: never on its way. */
    sweep3(...args: [...Pair3, motion: Vec3Like, options?: SweepOptions]): (Touch<Vec3> & Touching) | null {
        const options: SweepOptions = this.#rest(args, 1) ?? {};
        this.put3(this.in(0), this.#rest(args), "motion");
        this.option(3, options.target, "target");
        return this.touch3(this.proved(this.c.feeler_sweep3!(this.#pair(args), this.#b, 0), "a, b"));
    }
    protected touching3(l: typeof at.sweep3 | typeof at.toi3): Touching {
        const o = this.out;
        return { childA: this.whole(o + l.childA), childB: this.whole(o + l.childB), triangleA: this.whole(o + l.triangleA), triangleB: this.whole(o + l.triangleB) };
    }
    protected touch3(converged: boolean): (Touch<Vec3> & Touching) | null {
        const o = this.out, l = at.sweep3;
        if (!this.truth(o + l.hit)) return null;
        return { t: this.number(o + l.t), point: this.vec3(o + l.point), normal: this.vec3(o + l.normal), atStart: this.truth(o + l.overlapAtStart), converged, ...this.touching3(l) };
    }
    /** Time of impact: the first touch of shapes that move and turn. Null: none on the way. */
    toi3(a: Shape3, motionA: Motion3, b: Shape3, motionB: Motion3, options: MotionOptions = {}): (Impact<Vec3> & Touching) | null {
        const l = at.toi3;
        this.#path(0, motionA, "motionA");
        this.#path(1, motionB, "motionB");
        this.option(0, options.tolerance, "tolerance");
        this.option(1, options.target, "target");
        const converged = this.proved(this.c.feeler_toi3!(this.#pair([a, b]), this.#b, 0), "a, b"), o = this.out;
        if (!this.truth(o + l.hit)) return null;
        return { t: this.number(o + l.t), upper: this.number(o + l.tUpper), point: this.vec3(o + l.point), normal: this.vec3(o + l.normal), converged, ...this.touching3(l) };
    }
    #path(side: 0 | 1, motion: Motion3, argument: string): void {
        const path = this.call + at.call.path + side * 16 * POSE_NUMBERS, [from, to] = motion && "to" in motion ? [motion.from ?? {}, motion.to] : [motion as Pose3, motion as Pose3];
        this.putPose3(path, from, argument + ".from");
        this.putPose3(path + 8 * POSE_NUMBERS, to, argument + ".to");
    }
    // ---- Meshes that deform: each vertex goes along its own line to where `end` has it

    /** Every vertex and face and every two edges of a mesh that meet on the way, in order of time; those that share a vertex do not. */
    selfMeetings3(mesh: Mesh3, end: Points3, options: MotionOptions = {}): Meeting[] { return this.#meetings(true, mesh, end, undefined, undefined, options); }
    /** The first of them, or null. */
    selfMeeting3(mesh: Mesh3, end: Points3, options: MotionOptions = {}): Meeting | null { return this.#meetings(false, mesh, end, undefined, undefined, options)[0] ?? null; }
    /** The same of two meshes in one frame; one whose end is null is at rest. */
    meetings3(a: Mesh3, endA: Points3 | null, b: Mesh3, endB: Points3 | null, options: MotionOptions = {}): Meeting[] { return this.#meetings(true, a, endA, b, endB, options); }
    meeting3(a: Mesh3, endA: Points3 | null, b: Mesh3, endB: Points3 | null, options: MotionOptions = {}): Meeting | null { return this.#meetings(false, a, endA, b, endB, options)[0] ?? null; }

    #meetings(all: boolean, a: Mesh3, endA: Points3 | null, b: Mesh3 | undefined, endB: Points3 | null | undefined, options: MotionOptions): Meeting[] {
        const c = this.c, placeA = this.mesh3At(a, "a"), placeB = b ? this.mesh3At(b, "b") : 0;
        let pointsA = 0, pointsB = 0, block = 0;
        try {
            pointsA = endA ? this.#vertices(a, endA, b ? "endA" : "end") : 0;
            pointsB = b && endB ? this.#vertices(b, endB, "endB") : 0;
            this.option(0, options.tolerance, "tolerance");
            this.option(1, options.target, "target");
            this.flags(all ? 1 : 0);
            this.proved(c.feeler_meetings3!(placeA, pointsA, placeB, pointsB), "a, b");
            const first = all ? block = this.whole(this.out) : this.out;
            return Array.from({ length: this.count }, (_, i) => this.#meeting(first + i * at.vertexToi3Meeting.size));
        } finally {
            for (const copy of [block, pointsA, pointsB]) if (copy) c.feeler_release(copy);
        }
    }
    #meeting(p: number): Meeting {
        const l = at.vertexToi3Meeting, toi = p + l.toi, r = at.toi3, kind = this.whole(p + l.features), corners = [[1, 3], [3, 1], [2, 2]][kind]!;
        const vertices = (place: number, count: number): number[] => Array.from({ length: count }, (_, i) => this.whole(place + 4 * i));
        return { features: meetingFeatures[kind]!, verticesA: vertices(p + l.verticesA, corners[0]!), verticesB: vertices(p + l.verticesB, corners[1]!),
            triangleA: this.whole(toi + r.triangleA), triangleB: this.whole(toi + r.triangleB), t: this.number(toi + r.t), upper: this.number(toi + r.tUpper),
            point: this.vec3(toi + r.point), normal: this.vec3(toi + r.normal), converged: this.whole(toi + r.status) === 0 };
    }

    // ---- Signed distances to a mesh on a grid

    /** Distances to a mesh at the corners of a grid, made once, then asked at any point in the mesh's frame or, made with a pose, in world. */
    grid3(mesh: Mesh3, pose: Pose3 | undefined, options: GridOptions): Grid3 {
        const { cell, cells = 0, margin } = this.object(options, "options"), l = at.grid3Info;
        if (!(Number.isInteger(cells) && cells >= 0) || !cells === !cell) throw wrongType("options", "either the side of a cell or how many cells, a whole number", options);
        this.option(0, cell, "cell");
        this.option(1, margin, "margin");
        this.pose3(0, pose, "pose");
        const place = this.made(this.c.feeler_grid3!(this.mesh3At(mesh, "mesh"), cells), "grid3"), o = this.out, n = (member: number): number => this.whole(o + member);
        return new Grid3(this.instance, place, { min: this.vec3(o + l.bounds), max: this.vec3(o + l.bounds + at.vec3.size), cell: this.number(o + l.cell), columns: n(l.columns), rows: n(l.rows), layers: n(l.layers),
            signed: this.truth(o + l.isSigned), sampleError: this.number(o + l.sampleError), error: this.number(o + l.error), memory: n(l.memory) });
    }
    protected gridAt(grid: Grid3): number {
        if (!(grid instanceof Grid3)) throw wrongType("grid", "a grid", grid);
        return this.address(grid, "grid");
    }
    /** The distance at a point, about, with its gradient and how far off it may be. */
    gridDistance3(point: Vec3Like, grid: Grid3): GridSample {
        const l = at.grid3Sample;
        this.put3(this.in(0), point, "point");
        this.proved(this.c.feeler_grid_distance3!(this.gridAt(grid)), "point");
        const o = this.out;
        return { value: this.number(o + l.value), gradient: this.vec3(o + l.gradient), error: this.number(o + l.error), outside: this.truth(o + l.isOutside) };
    }

    /** Do the solids that two meshes enclose clash, touch, contain one another, or come closer than the clearance? */
    interference3(...args: [a: Mesh3, b: Mesh3, options?: { tolerance?: number; clearance?: number }] | [a: Mesh3, poseA: Pose3 | undefined, b: Mesh3, poseB: Pose3 | undefined, options?: { tolerance?: number; clearance?: number }]): Interference {
        const options: { tolerance?: number; clearance?: number } = this.#rest(args) ?? {}, l = at.interference3;
        this.mesh3At(args[0], "a");
        this.mesh3At(args[args[1] instanceof Shape3 ? 1 : 2] as Mesh3, "b");
        this.option(0, options.tolerance, "tolerance");
        this.option(1, options.clearance, "clearance");
        this.proved(this.c.feeler_interference3!(this.#pair(args), this.#b, 0), "a, b");
        const o = this.out;
        return { kind: interferenceKinds[this.whole(o + l.kind)]!, distance: this.number(o + l.distance), depth: this.number(o + l.depth), pointA: this.vec3(o + l.pointA), pointB: this.vec3(o + l.pointB),
            normal: this.vec3(o + l.normal), point: this.vec3(o + l.point), triangleA: this.whole(o + l.triangleA), triangleB: this.whole(o + l.triangleB), flags: this.whole(o + l.flags) };
    }

    /** The lines in which the surfaces of two meshes cross, and the solid they have in common. */
    intersection3(...args: [a: Mesh3, b: Mesh3] | [a: Mesh3, poseA: Pose3 | undefined, b: Mesh3, poseB: Pose3 | undefined]): Intersection {
        this.mesh3At(args[0], "a");
        this.mesh3At(args[args[1] instanceof Shape3 ? 1 : 2] as Mesh3, "b");
        this.proved(this.c.feeler_intersection3!(this.#pair(args), this.#b), "a, b");
        const made = this.count, o = this.out, l = at.intersection3Info, lines = this.whole(o + l.lineCount);
        const answer: Intersection = { solid: this.truth(o + l.solid), volume: this.number(o + l.volume), area: this.number(o + l.area), centroid: this.vec3(o + l.centroid), length: this.number(o + l.length), lines: [] };
        for (let i = 0; i < lines; i++) {
            this.c.feeler_intersection3_line!(made, i);
            const n = at.intersection3Line, count = this.whole(o + n.count), corners = this.whole(o + n.corners), k = at.intersection3Corner;
            const line: IntersectionPolyline = { closed: this.truth(o + n.closed), length: this.number(o + n.length), points: new Float64Array(3 * count), trianglesA: new Uint32Array(count), trianglesB: new Uint32Array(count) };
            for (let j = 0, p = corners; j < count; j++, p += k.size) {
                line.points.set(this.vec3(p + k.point), 3 * j);
                line.trianglesA[j] = this.whole(p + k.triangleA);
                line.trianglesB[j] = this.whole(p + k.triangleB);
            }
            answer.lines.push(line);
        }
        this.c.feeler_intersection3_free!(made);
        return answer;
    }
    /** The triangles of a mesh that are nearest to a shape, nearest first: so many at most, those within a distance. */
    near3(...args: [...([shape: Shape3, mesh: Mesh3] | [shape: Shape3, pose: Pose3 | undefined, mesh: Mesh3, meshPose: Pose3 | undefined]), options?: { count?: number; maxDistance?: number }]): NearTriangle[] {
        const options: { count?: number; maxDistance?: number } = this.#rest(args) ?? {}, mesh = args[args[1] instanceof Shape3 ? 1 : 2] as Mesh3, l = at.near3Triangle;
        this.mesh3At(mesh, "mesh");
        this.option(0, options.maxDistance, "maxDistance", Infinity);
        const room = Math.min(options.count ?? mesh.info.triangleCount, mesh.info.triangleCount), place = this.instance.allocate(room * l.size);
        try {
            this.proved(this.c.feeler_near3!(this.#pair(args), this.#b, place, room), "shape, mesh");
            return Array.from({ length: this.count }, (_, i): NearTriangle => {
                const p = place + i * l.size;
                return { triangle: this.whole(p + l.triangle), distance: this.number(p + l.distance), pointA: this.vec3(p + l.pointA), pointB: this.vec3(p + l.pointB) };
            });
        } finally {
            this.c.feeler_release(place);
        }
    }

    // ---- On one shape, in world or under a pose

    /** The smallest box along the axes. Rays, lines, planes and halfspaces have none: "unbounded". */
    bounds3(shape: Shape3, pose?: Pose3): { min: Vec3; max: Vec3 } {
        this.pose3(0, pose, "pose");
        this.proved(this.c.feeler_bounds3!(this.shape3(shape, "shape")), "shape");
        return { min: this.vec3(this.out), max: this.vec3(this.out + at.vec3.size) };
    }
    /** Is the point in the shape or on it? Of a mesh that is not solid: on its surface. */
    contains3(point: Vec3Like, shape: Shape3, pose?: Pose3): boolean {
        this.put3(this.in(0), point, "point");
        this.pose3(0, pose, "pose");
        this.proved(this.c.feeler_contains3!(this.shape3(shape, "shape")), "shape");
        return this.truth(this.out);
    }
    /** Where is the shape: wholly in front of the plane, where the normal points, or behind it? */
    classify3(plane: Plane3, shape: Shape3, pose?: Pose3): "front" | "back" | "crosses" {
        this.putPlane3(plane);
        this.pose3(0, pose, "pose");
        this.proved(this.c.feeler_classify3!(this.shape3(shape, "shape")), "shape");
        const side = this.i32[this.out >> 2]!;
        return side > 0 ? "front" : side < 0 ? "back" : "crosses";
    }
    /** Where the path first hits the shape; null where it does not. */
    raycast3(path: Path3, shape: Shape3, pose?: Pose3): RayHit3 | null {
        this.putPath3(path);
        this.pose3(0, pose, "pose");
        this.proved(this.c.feeler_raycast3!(this.shape3(shape, "shape")), "shape");
        return this.hit3();
    }
    /** Every triangle of a mesh that the path meets, the first one first; on a shared edge both. */
    raycastAll3(path: Path3, mesh: Mesh3, pose?: Pose3): TriangleHit[] {
        const l = at.raycast3Triangle, c = this.c, place = this.mesh3At(mesh, "mesh");
        for (let room = 16; ; room = this.count) {
            this.putPath3(path);
            this.pose3(0, pose, "pose");
            const hits = this.instance.allocate(room * l.size);
            try {
                this.proved(c.feeler_raycast_all3!(place, hits, room), "mesh");
                if (this.count > room) continue;
                const all = Array.from({ length: this.count }, (_, i): TriangleHit => {
                    const p = hits + i * l.size;
                    return { triangle: this.whole(p + l.triangle), t: this.number(p + l.t), point: this.vec3(p + l.point), normal: this.vec3(p + l.normal), front: this.truth(p + l.front), barycentric: this.vec3(p + l.barycentric) };
                });
                return all.sort((a, b) => a.t - b.t || a.triangle - b.triangle);
            } finally {
                c.feeler_release(hits);
            }
        }
    }
    protected putPath3(path: Path3): void {
        const [p, q, names] = "a" in path ? [path.a, path.b, ["a", "b"]] : [path.origin, path.direction, ["origin", "direction"]];
        this.put3(this.in(0), p, names[0]!);
        this.put3(this.in(3), q, names[1]!);
        this.option(6, "a" in path ? undefined : path.maxT, "maxT", Infinity);
        this.flags("a" in path ? 2 : path.line ? 1 : 0);
    }
    protected hit3(): RayHit3 | null {
        const l = at.raycast3;
        const o = this.out;
        if (!this.truth(o + l.hit)) return null;
        return { t: this.number(o + l.t), point: this.vec3(o + l.point), normal: this.vec3(o + l.normal), inside: this.truth(o + l.inside), child: this.whole(o + l.child),
            ...(this.truth(o + l.faceted) ? { triangle: this.whole(o + l.triangle), barycentric: this.vec3(o + l.barycentric) } : {}) };
    }
    /** The point of a mesh's surface that is nearest, from inside too; null where none is within maxDistance. */
    nearest3(point: Vec3Like, mesh: Mesh3, pose?: Pose3, options: { readonly maxDistance?: number } = {}): Nearest | null {
        const l = at.closest3Mesh;
        this.put3(this.in(0), point, "point");
        this.option(3, options.maxDistance, "maxDistance", Infinity);
        this.pose3(0, pose, "pose");
        this.proved(this.c.feeler_nearest3!(this.mesh3At(mesh, "mesh")), "shape");
        const o = this.out;
        return this.truth(o + l.found) ? { distance: this.number(o + l.distance), point: this.vec3(o + l.pointB), triangle: this.whole(o + l.triangleB) } : null;
    }
    /** How often the surface goes round the point; 1 inside a closed mesh, 1/2 and more mostly inside one with holes. `quick` is within 0.005, and many times faster. */
    winding3(point: Vec3Like, mesh: Mesh3, pose?: Pose3, options: { readonly quick?: boolean } = {}): number {
        this.put3(this.in(0), point, "point");
        this.flags(options.quick ? 1 : 0);
        this.pose3(0, pose, "pose");
        this.proved(this.c.feeler_winding3!(this.mesh3At(mesh, "mesh")), "shape");
        return this.number(this.out);
    }
}
