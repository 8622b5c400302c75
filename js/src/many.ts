/** Many at once: rays and points at one shape, boxes near one another, and a scene of bodies with their contacts. */

import { POSE_NUMBERS, type Pose2, type Pose3 } from "./direct.js";
import { errorOf, FeelerError, wrongType } from "./error.js";
import { Block, Handle, ownedBy, type Grid3, type Mesh3, type NumberArray, type Shape2, type Shape3 } from "./handle.js";
import * as at from "./layout.js";
import type { Instance } from "./module.js";
import { Plane } from "./plane.js";

export interface RayOptions { readonly maxT?: number; /** Only the front of triangles, or only the back. */ readonly sides?: "front" | "back" }
/** Of each ray. Without a hit t is Infinity, the triangle 0xffffffff. */
export interface RayHits { t: Float64Array; /** x, y, z of each. */ points: Float64Array; normals: Float64Array; triangles: Uint32Array }
/** Where answers go; what is left out is not written. */
export interface RayBlocks { readonly t: Block<Float64Array>; readonly points?: Block<Float64Array>; readonly normals?: Block<Float64Array>; readonly triangles?: Block<Uint32Array> }
/** Of each point; where nothing is within maxDistance the distance is Infinity. */
export interface NearestPoints { distances: Float64Array; points: Float64Array; triangles: Uint32Array }
export interface NearestBlocks { readonly distances: Block<Float64Array>; readonly points?: Block<Float64Array>; readonly triangles?: Block<Uint32Array> }

/** Of each point: the distance about, its gradient (x, y, z) and how far off it may be. */
export interface GridDistances { values: Float64Array; gradients: Float64Array; errors: Float64Array }
export interface GridBlocks { readonly values: Block<Float64Array>; readonly gradients?: Block<Float64Array>; readonly errors?: Block<Float64Array> }

/** The manifolds of a scene. The arrays look into the module's memory and hold until the next call; copy what is to be kept. */
export interface SceneContacts {
    /** How many manifolds. */ count: number;
    /** How many pairs were near one another, with a manifold or not. */ near: number;
    /** Two numbers of bodies each, the lower first. */ pairs: Uint32Array;
    /** Unit, from the lower numbered body to the other; as many numbers as the dimension. */ normals: Float64Array;
    /** How many points each has. */ pointCounts: Uint32Array;
    /** Room for `most` points a manifold: position, then depth. */ points: Float64Array;
    ids: Uint32Array;
    /** 4 in space, 2 in the plane. */ most: number;
}

/** Bodies with poses. It keeps what it needs of the shapes: they may be freed. */
class Scene extends Handle {
    readonly #instance: Instance;
    readonly #place: number;
    constructor(instance: Instance, place: number, readonly count: number, protected readonly width: 2 | 3, protected readonly poseNumbers: number, readonly failed: (status: number) => Error) {
        super(instance, place, "feeler_scene_free");
        this.#instance = instance;
        this.#place = place;
    }
    #member(offset: number): number {
        Handle.address(this, this.#instance, "scene");
        return new Uint32Array(this.#instance.c.memory.buffer, this.#place + offset, 1)[0]!;
    }
    #array<T extends NumberArray>(type: new (buffer: ArrayBuffer, place: number, length: number) => T, offset: number, length: number): T {
        return ownedBy(new type(this.#instance.c.memory.buffer, length ? this.#member(offset) : 0, length), this);
    }
    /**
     * The poses, to be read and written: of the plane x, y and an angle for each body, of space x, y, z and a quaternion w, x, y, z.
     * Take the array anew after any call.
     */
    get poses(): Float64Array { return this.#array(Float64Array, at.scene.poses, this.count * this.poseNumbers); }

    /** Bodies whose bounds are within the margin of one another, as pairs of numbers, the lower first. */
    pairs(margin = 0): Uint32Array {
        this.#run("feeler_scene_pairs", margin);
        return this.#array(Uint32Array, at.scene.pairs, 2 * this.#member(at.scene.pairCount));
    }
    /** The manifold of every pair that touches or is within the margin. */
    contacts(options: { readonly margin?: number; readonly faceBias?: number } = {}): SceneContacts {
        this.#run("feeler_scene_contacts", options.margin ?? 0, options.faceBias ?? 0);
        const count = this.#member(at.scene.touchingCount), most = this.width === 3 ? 4 : 2, n = count * most;
        return { count, near: this.#member(at.scene.pairCount), most, pairs: this.#array(Uint32Array, at.scene.touching, 2 * count), normals: this.#array(Float64Array, at.scene.normals, this.width * count),
            pointCounts: this.#array(Uint32Array, at.scene.pointCounts, count), points: this.#array(Float64Array, at.scene.points, (this.width + 1) * n), ids: this.#array(Uint32Array, at.scene.ids, n) };
    }
    #run(name: `feeler_${string}`, ...options: number[]): void {
        for (const option of options) if (!(option >= 0 && option < Infinity)) throw new FeelerError("wrong_type", `margin, faceBias: expected finite numbers of at least 0, found ${option}`, "options");
        const status = this.#instance.c[name]!(Handle.address(this, this.#instance, "scene"), ...options);
        if (status) throw this.failed(status);
    }
}

export class Scene3 extends Scene {
    setPose(body: number, pose: Pose3): void { place(this.poses, this.poseNumbers, body, this.count, [...vector(pose.position, 3), ...vector(pose.rotation, 4)]); }
}
export class Scene2 extends Scene {
    setPose(body: number, pose: Pose2): void { place(this.poses, this.poseNumbers, body, this.count, [...vector(pose.position, 2), pose.rotation ?? 0]); }
}

function vector(given: object | undefined, count: 2 | 3 | 4): number[] {
    if (!given) return count === 4 ? [1, 0, 0, 0] : new Array<number>(count).fill(0);
    const v = given as Record<string, number>, names = count === 4 ? "wxyz" : "xyz".slice(0, count);
    return v.length === count ? Array.from(v as unknown as ArrayLike<number>) : [...names].map((name) => v[name]!);
}
function place(poses: Float64Array, width: number, body: number, count: number, numbers: number[]): void {
    if (!(Number.isInteger(body) && body >= 0 && body < count)) throw wrongType("body", `a number of a body, below ${count}`, body);
    if (!numbers.every(Number.isFinite)) throw new FeelerError("not_finite", "pose: expected finite numbers", "pose");
    poses.set(numbers, body * width);
}

export class Many extends Plane {
    /** Rays against a shape, a mesh above all: origin and direction of each, six numbers, in an array or in a block. */
    raycasts3(rays: ArrayLike<number> | Block<Float64Array>, shape: Shape3, pose?: Pose3, options: RayOptions = {}): RayHits {
        const c = this.c, own = !(rays instanceof Block), copy = own ? this.copyIn(rays, 6, "rays") : { at: this.address(rays, "rays"), count: rays.length / 6 };
        const n = copy.count, place = this.instance.allocate(8 * 8 * n);
        try {
            this.#rays(copy.at, n, shape, pose, options, [place, place + 8 * n, place + 32 * n, place + 56 * n]);
            const { buffer } = c.memory;
            return { t: new Float64Array(buffer, place, n).slice(), points: new Float64Array(buffer, place + 8 * n, 3 * n).slice(), normals: new Float64Array(buffer, place + 32 * n, 3 * n).slice(), triangles: new Uint32Array(buffer, place + 56 * n, n).slice() };
        } finally {
            c.feeler_release(place);
            if (own) c.feeler_release(copy.at);
        }
    }
    /** The same from block to block: nothing is copied. */
    raycastsInto3(rays: Block<Float64Array>, shape: Shape3, pose: Pose3 | undefined, into: RayBlocks, options: RayOptions = {}): void {
        const n = rays.length / 6;
        if (!Number.isInteger(n)) throw wrongType("rays", "six numbers each", rays.length);
        this.#rays(Block.at(rays, Float64Array, this.instance, 0, "rays"), n, shape, pose, options, [Block.at(into.t, Float64Array, this.instance, n, "into.t"),
            into.points ? Block.at(into.points, Float64Array, this.instance, 3 * n, "into.points") : 0, into.normals ? Block.at(into.normals, Float64Array, this.instance, 3 * n, "into.normals") : 0,
            into.triangles ? Block.at(into.triangles, Uint32Array, this.instance, n, "into.triangles") : 0]);
    }
    #rays(from: number, count: number, shape: Shape3, pose: Pose3 | undefined, options: RayOptions, out: number[]): void {
        const body = this.shape3(shape, "shape");
        this.pose3(0, pose, "pose");
        const status = this.c.feeler_rays3!(body, from, count, options.maxT ?? Infinity, options.sides === "front" ? 1 : options.sides === "back" ? 4 : 0, ...out);
        if (status) throw errorOf(status, "rays, shape");
    }

    /** Points, in an array or a block, for `ask`: where they are and how many. */
    #points<T>(points: ArrayLike<number> | Block<Float64Array>, ask: (place: number, count: number) => T): T {
        if (points instanceof Block) {
            if (points.length % 3) throw wrongType("points", "three numbers each", points.length);
            return ask(Block.at(points, Float64Array, this.instance, 0, "points"), points.length / 3);
        }
        const copy = this.copyIn(points, 3, "points");
        try {
            return ask(copy.at, copy.count);
        } finally {
            this.c.feeler_release(copy.at);
        }
    }
    /** `ask` with room for `numbers` of each point and one whole number; what it returns is a copy. */
    #room<T>(count: number, numbers: number, ask: (place: number) => T): T {
        const place = this.instance.allocate((8 * numbers + 4) * count);
        try {
            return ask(place);
        } finally {
            this.c.feeler_release(place);
        }
    }
    #copy<T extends NumberArray>(type: new (buffer: ArrayBuffer, place: number, length: number) => T, place: number, length: number): T { return new type(this.c.memory.buffer, place, length).slice() as T; }

    /** The nearest points of a mesh's surface to many points, x, y, z each. */
    nearests3(points: ArrayLike<number> | Block<Float64Array>, mesh: Mesh3, pose?: Pose3, options: { readonly maxDistance?: number } = {}): NearestPoints {
        return this.#points(points, (from, n) => this.#room(n, 4, (place) => {
            this.#nearests(from, n, mesh, pose, options, [place, place + 8 * n, place + 32 * n]);
            return { distances: this.#copy(Float64Array, place, n), points: this.#copy(Float64Array, place + 8 * n, 3 * n), triangles: this.#copy(Uint32Array, place + 32 * n, n) };
        }));
    }
    nearestsInto3(points: Block<Float64Array>, mesh: Mesh3, pose: Pose3 | undefined, into: NearestBlocks, options: { readonly maxDistance?: number } = {}): void {
        this.#points(points, (from, n) => this.#nearests(from, n, mesh, pose, options, [Block.at(into.distances, Float64Array, this.instance, n, "into.distances"),
            into.points ? Block.at(into.points, Float64Array, this.instance, 3 * n, "into.points") : 0, into.triangles ? Block.at(into.triangles, Uint32Array, this.instance, n, "into.triangles") : 0]));
    }
    #nearests(from: number, count: number, mesh: Mesh3, pose: Pose3 | undefined, options: { readonly maxDistance?: number }, out: number[]): void {
        const body = this.mesh3At(mesh, "mesh");
        this.pose3(0, pose, "pose");
        const status = this.c.feeler_nearests3!(body, from, count, options.maxDistance ?? Infinity, ...out);
        if (status) throw errorOf(status, "points, mesh");
    }

    /** Where many points are: 1 in the solid that a watertight mesh encloses, 0 on its surface, -1 outside. With the distances of `nearests3` these make signed ones. */
    sides3(points: ArrayLike<number> | Block<Float64Array>, mesh: Mesh3, pose?: Pose3): Int32Array {
        return this.#points(points, (from, n) => this.#room(n, 0, (place) => {
            this.#sides(from, n, mesh, pose, place);
            return this.#copy(Int32Array, place, n);
        }));
    }
    sidesInto3(points: Block<Float64Array>, mesh: Mesh3, pose: Pose3 | undefined, into: { readonly sides: Block<Int32Array> }): void {
        this.#points(points, (from, n) => this.#sides(from, n, mesh, pose, Block.at(into.sides, Int32Array, this.instance, n, "into.sides")));
    }
    #sides(from: number, count: number, mesh: Mesh3, pose: Pose3 | undefined, out: number): void {
        const body = this.mesh3At(mesh, "mesh");
        this.pose3(0, pose, "pose");
        const status = this.c.feeler_sides3!(body, from, count, out);
        if (status) throw errorOf(status, "points, mesh");
    }

    /** The distances of a grid at many points. */
    gridDistances3(points: ArrayLike<number> | Block<Float64Array>, grid: Grid3): GridDistances {
        return this.#points(points, (from, n) => this.#room(n, 5, (place) => {
            this.#gridDistances(from, n, grid, [place, place + 8 * n, place + 32 * n]);
            return { values: this.#copy(Float64Array, place, n), gradients: this.#copy(Float64Array, place + 8 * n, 3 * n), errors: this.#copy(Float64Array, place + 32 * n, n) };
        }));
    }
    gridDistancesInto3(points: Block<Float64Array>, grid: Grid3, into: GridBlocks): void {
        this.#points(points, (from, n) => this.#gridDistances(from, n, grid, [Block.at(into.values, Float64Array, this.instance, n, "into.values"),
            into.gradients ? Block.at(into.gradients, Float64Array, this.instance, 3 * n, "into.gradients") : 0, into.errors ? Block.at(into.errors, Float64Array, this.instance, n, "into.errors") : 0]));
    }
    #gridDistances(from: number, count: number, grid: Grid3, out: number[]): void {
        const status = this.c.feeler_grid_distances3!(this.gridAt(grid), from, count, ...out);
        if (status) throw errorOf(status, "points");
    }

    /** Boxes (min and max, six numbers each) within the margin of one another on each axis, as pairs of numbers, the lower first. */
    boxPairs3(boxes: ArrayLike<number> | Block<Float64Array>, margin = 0): Uint32Array {
        const c = this.c, own = !(boxes instanceof Block), copy = own ? this.copyIn(boxes, 6, "boxes") : { at: this.address(boxes, "boxes"), count: boxes.length / 6 };
        const pairs = c.feeler_box_pairs!(copy.at, copy.count, margin), status = this.i32[this.call + at.call.flags >> 2]!, found = this.count;
        if (own) c.feeler_release(copy.at);
        if (status) throw errorOf(status, "boxes, margin");
        const copied = new Uint32Array(c.memory.buffer, pairs, 2 * found).slice();
        c.feeler_release(pairs);
        return copied;
    }

    #scene(dimension: number, shapes: number[]): number {
        const c = this.c, list = this.instance.allocate(4 * shapes.length);
        this.i32.set(shapes, list >> 2);
        const scene = c.feeler_scene!(dimension, list, shapes.length);
        c.feeler_release(list);
        if (!scene) throw errorOf(4, "scene");
        return scene;
    }
    #failed = (status: number): Error => errorOf(status, `bodies[${this.count}]`, `bodies[${this.count}]`);
    /** Bodies of these shapes, one each, at the origin until `poses` says otherwise. A shape may be there many times. */
    scene3(shapes: readonly Shape3[]): Scene3 {
        return new Scene3(this.instance, this.#scene(3, shapes.map((shape, i) => this.shape3(shape, `shapes[${i}]`))), shapes.length, 3, POSE_NUMBERS, this.#failed);
    }
    scene2(shapes: readonly Shape2[]): Scene2 {
        return new Scene2(this.instance, this.#scene(2, shapes.map((shape, i) => this.shape2(shape, `shapes[${i}]`))), shapes.length, 2, 3, this.#failed);
    }
}
