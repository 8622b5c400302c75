/** What the questions of space and of the plane share: numbers into the module's memory and out of it. */

import { errorOf, FeelerError, NOT_CONVERGED, wrongType } from "./error.js";
import { Block, Cache, Handle, type NumberArray, type NumberArrayConstructor, type Shape2, type Shape3 } from "./handle.js";
import * as at from "./layout.js";
import { Instance, type Exports } from "./module.js";
import type { Vec2, Vec3 } from "./query.js";

/** A vector of space: an array, or anything with x, y and z, as of three.js. */
export type Vec3Like = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };
/** A vector of the plane. */
export type Vec2Like = ArrayLike<number> | { readonly x: number; readonly y: number };
/** A quaternion: an array w, x, y, z, or anything with these members. Its length does not matter. */
export type QuaternionLike = ArrayLike<number> | { readonly w: number; readonly x: number; readonly y: number; readonly z: number };
/** Turned first, then moved. */
export interface Pose3 { readonly position?: Vec3Like; readonly rotation?: QuaternionLike }
/** The rotation is an angle in radians, counter-clockwise. */
export interface Pose2 { readonly position?: Vec2Like; readonly rotation?: number }

/** How many numbers the module has for a pose. */
export const POSE_NUMBERS = 7;

export class Direct {
    /** For the methods of this package. */
    protected readonly instance: Instance;
    protected readonly c: Exports;
    protected readonly call: number;
    #f64!: Float64Array;
    #i32!: Int32Array;
    #u8!: Uint8Array;

    constructor(module: WebAssembly.Module) {
        this.instance = new Instance(module);
        this.c = this.instance.c;
        this.call = this.c.feeler_call!();
        this.#look();
    }

    #look(): void {
        const { buffer } = this.instance.c.memory;
        this.#f64 = new Float64Array(buffer);
        this.#i32 = new Int32Array(buffer);
        this.#u8 = new Uint8Array(buffer);
    }
    // a memory that grew leaves arrays without elements behind
    protected get f64(): Float64Array { if (!this.#f64.length) this.#look(); return this.#f64; }
    protected get i32(): Int32Array { if (!this.#i32.length) this.#look(); return this.#i32; }
    protected get u8(): Uint8Array { if (!this.#u8.length) this.#look(); return this.#u8; }

    // ---- Into the module

    /** A finite number at a place of the memory. */
    protected put(place: number, value: number, argument: string): void {
        if (typeof value !== "number") throw wrongType(argument, "a number", value);
        if (!Number.isFinite(value)) throw new FeelerError("not_finite", `${argument}: expected a finite number, found ${value}`, argument);
        this.f64[place >> 3] = value;
    }
    /** At least 0. */
    protected putExtent(place: number, value: number, argument: string): void {
        this.put(place, value, argument);
        if (value < 0) throw new FeelerError("invalid_shape", `${argument}: expected a number of at least 0, found ${value}`, argument);
    }
    protected put3(place: number, v: Vec3Like, argument: string): void {
        const to = this.f64, i = place >> 3;
        let x, y, z;
        if ((v as ArrayLike<number> | undefined)?.length === 3) { x = (v as ArrayLike<number>)[0]; y = (v as ArrayLike<number>)[1]; z = (v as ArrayLike<number>)[2]; }
        else if (typeof v === "object" && v && "x" in v) { x = v.x; y = v.y; z = v.z; }
        else throw wrongType(argument, "a vector of 3 numbers", v);
        // one sum for three checks; an overflow of the sum is looked at again
        if (!Number.isFinite(x! + y! + z!) || typeof x !== "number" || typeof y !== "number" || typeof z !== "number") { this.put(place, x!, argument); this.put(place, y!, argument); this.put(place, z!, argument); }
        to[i] = x!; to[i + 1] = y!; to[i + 2] = z!;
    }
    protected put2(place: number, v: Vec2Like, argument: string): void {
        const to = this.f64, i = place >> 3;
        let x, y;
        if ((v as ArrayLike<number> | undefined)?.length === 2) { x = (v as ArrayLike<number>)[0]; y = (v as ArrayLike<number>)[1]; }
        else if (typeof v === "object" && v && "x" in v) { x = v.x; y = v.y; }
        else throw wrongType(argument, "a vector of 2 numbers", v);
        if (!Number.isFinite(x! + y!) || typeof x !== "number" || typeof y !== "number") { this.put(place, x!, argument); this.put(place, y!, argument); }
        to[i] = x!; to[i + 1] = y!;
    }
    protected putQuaternion(place: number, q: QuaternionLike, argument: string): void {
        const to = this.f64, i = place >> 3;
        let w, x, y, z;
        if ((q as ArrayLike<number> | undefined)?.length === 4) { const v = q as ArrayLike<number>; w = v[0]; x = v[1]; y = v[2]; z = v[3]; }
        else if (typeof q === "object" && q && "w" in q) { w = q.w; x = q.x; y = q.y; z = q.z; }
        else throw wrongType(argument, "a quaternion, 4 numbers w, x, y, z", q);
        if (!Number.isFinite(w! + x! + y! + z!) || typeof w !== "number" || typeof x !== "number" || typeof y !== "number" || typeof z !== "number") { this.put(place, w!, argument); this.put(place, x!, argument); this.put(place, y!, argument); this.put(place, z!, argument); }
        if (w === 0 && x === 0 && y === 0 && z === 0) throw new FeelerError("invalid_shape", `${argument}: expected a quaternion that is not zero`, argument);
        to[i] = w!; to[i + 1] = x!; to[i + 2] = y!; to[i + 3] = z!;
    }
    protected putPose3(place: number, pose: Pose3, argument: string): void {
        const to = this.f64, i = place >> 3;
        this.object(pose, argument);
        if (pose.position) this.put3(place, pose.position, argument + ".position");
        else to[i] = to[i + 1] = to[i + 2] = 0;
        if (pose.rotation) this.putQuaternion(place + 24, pose.rotation, argument + ".rotation");
        else { to[i + 3] = 1; to[i + 4] = to[i + 5] = to[i + 6] = 0; }
    }
    protected putPose2(place: number, pose: Pose2, argument: string): void {
        const to = this.f64, i = place >> 3;
        this.object(pose, argument);
        if (pose.position) this.put2(place, pose.position, argument + ".position");
        else to[i] = to[i + 1] = 0;
        to[i + 2] = 0;
        if (pose.rotation !== undefined) this.put(place + 16, pose.rotation, argument + ".rotation");
        // the module compares and copies all of it
        to[i + 3] = to[i + 4] = to[i + 5] = to[i + 6] = 0;
    }

    /** Named members were given. */
    protected object<T>(given: T, what: string): T {
        if (typeof given !== "object" || given === null) throw wrongType(what, "an object with named members", given);
        return given;
    }

    /** The pose of the first or second shape of a question, or that it has none. */
    protected pose3(side: 0 | 1, pose: Pose3 | undefined, argument: string): void {
        this.i32[(this.call + at.call.posed >> 2) + side] = pose ? 1 : 0;
        if (pose) this.putPose3(this.call + at.call.pose + side * 8 * POSE_NUMBERS, pose, argument);
    }
    protected pose2(side: 0 | 1, pose: Pose2 | undefined, argument: string): void {
        this.i32[(this.call + at.call.posed >> 2) + side] = pose ? 1 : 0;
        if (pose) this.putPose2(this.call + at.call.pose + side * 8 * POSE_NUMBERS, pose, argument);
    }

    /** Where the nth number of a question goes. */
    protected in(n: number): number { return this.call + at.call.in + 8 * n; }
    protected get out(): number { return this.call + at.call.out; }
    protected flags(value: number): void { this.i32[this.call + at.call.flags >> 2] = value; }
    protected get count(): number { return this.i32[this.call + at.call.count >> 2]! >>> 0; }

    /** An option, a number of at least 0. */
    protected option(n: number, value: number | undefined, argument: string, without = 0): void {
        if (value === undefined || value === Infinity) this.f64[this.in(n) >> 3] = value ?? without;
        else this.putExtent(this.in(n), value, argument);
    }

    /** A limit of a distance; the library takes 0 for none. */
    protected limit(n: number, value: number | undefined): void {
        if (value === 0) throw new FeelerError("invalid_shape", "maxDistance: expected a number above 0", "maxDistance");
        this.option(n, value, "maxDistance", Infinity);
    }

    protected address(handle: Handle, argument: string): number { return Handle.address(handle, this.instance, argument); }
    protected cacheAt(cache: Cache | undefined): number {
        if (cache === undefined) return 0;
        if (!(cache instanceof Cache)) throw wrongType("cache", "a cache", cache);
        return this.address(cache, "cache");
    }

    /** A status: true where the answer is proved, false where it is a bound; all else is thrown. */
    protected proved(status: number, where: string, argument?: string): boolean {
        if (status === 0) return true;
        if (status !== NOT_CONVERGED) throw errorOf(status, where, argument);
        return false;
    }
    /** The handle that was made, or why none was. */
    protected made(status: number, where: string): number {
        if (status !== 0) throw errorOf(status, where, where);
        return this.count;
    }

    /** Memory with the numbers of an array, or of an array of vectors. */
    protected copyIn(values: ArrayLike<number> | readonly (Vec3Like | Vec2Like)[], width: number, argument: string): { at: number; count: number } {
        if (!values || typeof values !== "object" || !(values.length >= 0)) throw wrongType(argument, "an array of numbers or of vectors", values);
        const flat = typeof values[0] === "number" || values.length === 0, count = flat ? values.length / width : values.length;
        if (!Number.isInteger(count)) throw new FeelerError("wrong_type", `${argument}: expected ${width} numbers each, found ${values.length} in all`, argument);
        const place = this.instance.allocate(8 * width * count);
        try {
            if (flat) {
                this.f64.set(values as ArrayLike<number>, place >> 3);
                const to = this.f64.subarray(place >> 3, (place >> 3) + width * count);
                for (let i = 0; i < to.length; i++) if (!Number.isFinite(to[i])) throw new FeelerError("not_finite", `${argument}[${i}]: expected a finite number, found ${values[i]}`, argument);
            } else for (let i = 0; i < count; i++) {
                if (width === 3) this.put3(place + 24 * i, values[i] as Vec3Like, `${argument}[${i}]`);
                else this.put2(place + 16 * i, values[i] as Vec2Like, `${argument}[${i}]`);
            }
        } catch (error) {
            this.c.feeler_release(place);
            throw error;
        }
        return { at: place, count };
    }

    // ---- Out of the module

    protected vec3(place: number): Vec3 { const f = this.f64, i = place >> 3; return [f[i]!, f[i + 1]!, f[i + 2]!]; }
    protected vec2(place: number): Vec2 { const f = this.f64, i = place >> 3; return [f[i]!, f[i + 1]!]; }
    protected number(place: number): number { return this.f64[place >> 3]!; }
    protected truth(place: number): boolean { return this.u8[place] !== 0; }
    protected whole(place: number): number { return this.i32[place >> 2]! >>> 0; }

    // ---- For everyone

    /** What distances and contacts of one pair keep from call to call, for shapes of the plane or of space. */
    cache(): Cache {
        const place = this.c.feeler_cache!();
        if (!place) throw errorOf(4, "cache");
        return new Cache(this.instance, place);
    }

    /** An array in the memory of the module, all zero, for batches without copies. */
    alloc<T extends NumberArray>(type: NumberArrayConstructor<T>, length: number): Block<T> {
        if (!Number.isInteger(length) || length < 0) throw wrongType("length", "a whole number of at least 0", length);
        const place = this.instance.allocate(length * type.BYTES_PER_ELEMENT);
        const block = new Block(this.instance, place, type, length);
        block.array.fill(0);
        return block;
    }
}

/** The shapes of a question, each with a pose or both in world. */
export type Pair3 = [a: Shape3, b: Shape3] | [a: Shape3, poseA: Pose3 | undefined, b: Shape3, poseB: Pose3 | undefined];
export type Pair2 = [a: Shape2, b: Shape2] | [a: Shape2, poseA: Pose2 | undefined, b: Shape2, poseB: Pose2 | undefined];

