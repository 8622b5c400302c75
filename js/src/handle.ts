/// <reference lib="esnext.disposable" preserve="true" />
/** What lives in the memory of the module and has to be freed: by free(), by `using`, or else when JavaScript forgets it. */

import { FeelerError, wrongType } from "./error.js";
import type { Instance } from "./module.js";

interface Held { instance: Instance; at: number; free: string }
const forgotten = new FinalizationRegistry<Held>((held) => held.instance.c[held.free as `feeler_${string}`]!(held.at));
// engines that have no `using` yet: compilers that translate it look for this name
const dispose = (Symbol.dispose ?? Symbol.for("Symbol.dispose")) as typeof Symbol.dispose;

// while an array that looks into the memory of a handle is held, so is the handle
const owners = new WeakMap<NumberArray, Handle>();
export function ownedBy<T extends NumberArray>(array: T, owner: Handle): T {
    owners.set(array, owner);
    return array;
}

/** Memory of the module. */
export abstract class Handle {
    #held: Held;

    /** Made by the functions of Feeler, not by `new`. */
    constructor(instance: Instance, at: number, free: string) {
        this.#held = { instance, at, free };
        forgotten.register(this, this.#held, this);
    }

    /** Gives the memory back. Once is enough; again is harmless. What holds this shape keeps what it needs. */
    free(): void {
        const { instance, at, free } = this.#held;
        if (!at) return;
        forgotten.unregister(this);
        this.#held = { instance, at: 0, free };
        instance.c[free as `feeler_${string}`]!(at);
    }
    [dispose](): void { this.free(); }

    get freed(): boolean { return this.#held.at === 0; }

    /** Where it is, for a call of this instance; `argument` names it in errors. */
    static address(handle: Handle, instance: Instance, argument: string): number {
        const held = handle.#held;
        if (held.instance !== instance) throw new FeelerError("wrong_type", `${argument}: it was made by another instance of Feeler`, argument);
        if (!held.at) throw new FeelerError("freed", `${argument}: it was freed before`, argument);
        return held.at;
    }
}

/** A shape of space. */
export class Shape3 extends Handle {
    /** Keeps shapes of the plane and of space apart for the compiler. */
    declare protected readonly dimension: 3;
    /** "sphere", "box", "mesh", ... */
    readonly kind: string;
    constructor(instance: Instance, at: number, kind: string) { super(instance, at, "feeler_free"); this.kind = kind; }
}

/** A shape of the plane. */
export class Shape2 extends Handle {
    declare protected readonly dimension: 2;
    /** "circle", "box", "polygon", ... */
    readonly kind: string;
    constructor(instance: Instance, at: number, kind: string) { super(instance, at, "feeler_free"); this.kind = kind; }
}

/** What a mesh is like. */
export interface MeshInfo {
    min: [number, number, number]; max: [number, number, number];
    vertexCount: number; triangleCount: number;
    /** Edges with an odd number of triangles: rims of holes. */
    boundaryEdgeCount: number;
    /** Pieces that hang together. */
    componentCount: number;
    /** 0 unless watertight. */
    volume: number;
    /** It has an inside. */
    watertight: boolean;
    /** And its triangles all turn the same way. */
    oriented: boolean;
}

/** Triangles with their tree. */
export class Mesh3 extends Shape3 {
    /** Keeps it apart from other shapes for the compiler. */
    declare protected readonly mesh: true;
    /** `info` is another after refit3(). */
    constructor(instance: Instance, at: number, public info: MeshInfo) { super(instance, at, "mesh"); }
}

/** A convex hull. The arrays are copies. */
export class Hull3 extends Shape3 {
    constructor(instance: Instance, at: number, readonly info: HullInfo,
        /** x, y, z of each. */
        readonly vertices: Float64Array,
        /** The corners of each face, as numbers of vertices, counter-clockwise from outside; of a flat hull one face for each side. */
        readonly faces: Uint32Array[],
        /** For each vertex the number of a given point there. */
        readonly sources: Uint32Array) { super(instance, at, "convex"); }
}

export interface HullInfo {
    /** 3: solid, 2: a polygon, 1: a segment, 0: a point. */
    dimension: number;
    volume: number;
    /** Of a polygon that of both sides. */
    area: number;
}

/** What a grid of signed distances is like. */
export interface GridInfo {
    /** Of the corners. */ min: [number, number, number]; max: [number, number, number];
    /** The side of a cell. */ cell: number;
    /** Of corners, along x, y and z. */ columns: number; rows: number; layers: number;
    /** The mesh was watertight: distances inside are negative. */ signed: boolean;
    /** Of a distance kept. */ sampleError: number;
    /** No error in the grid is larger. */ error: number;
    /** Bytes. */ memory: number;
}

/** Distances to a mesh at the corners of a grid. */
export class Grid3 extends Handle {
    constructor(instance: Instance, at: number, readonly info: GridInfo) { super(instance, at, "feeler_grid3_free"); }
}

/** Many shapes of space that stand still, with a tree over their boxes. */
export class List3 extends Handle {
    declare protected readonly dimension: 3;
    constructor(instance: Instance, at: number, readonly count: number) { super(instance, at, "feeler_list_free"); }
}
/** The same in the plane. */
export class List2 extends Handle {
    declare protected readonly dimension: 2;
    constructor(instance: Instance, at: number, readonly count: number) { super(instance, at, "feeler_list_free"); }
}

/** What a call keeps for the next on the same pair, which then begins near its answer. A cache of another pair costs only time. */
export class Cache extends Handle {
    constructor(instance: Instance, at: number) { super(instance, at, "feeler_release"); }
}

/** The arrays that may lie in the memory of the module. */
export type NumberArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array;
export interface NumberArrayConstructor<T extends NumberArray> {
    readonly BYTES_PER_ELEMENT: number;
    new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
}

/** An array in the memory of the module, which batches read and write without a copy. */
export class Block<T extends NumberArray> extends Handle {
    readonly #instance: Instance;
    readonly #type: NumberArrayConstructor<T>;
    #array: T;

    constructor(instance: Instance, at: number, type: NumberArrayConstructor<T>, readonly length: number) {
        super(instance, at, "feeler_release");
        this.#instance = instance;
        this.#type = type;
        this.#array = ownedBy(new type(instance.c.memory.buffer, at, length), this);
    }

    /**
     * The numbers. Whenever the memory of the module grows, arrays that look into it become empty (JavaScript "detaches" them), so
     * take it anew from here after any call instead of keeping it.
     */
    get array(): T {
        const at = Handle.address(this, this.#instance, "block");
        if (this.#array.buffer !== this.#instance.c.memory.buffer) this.#array = ownedBy(new this.#type(this.#instance.c.memory.buffer, at, this.length), this);
        return this.#array;
    }

    /** Where a block is that has at least so many elements. */
    static at<T extends NumberArray>(block: Block<T>, type: NumberArrayConstructor<T>, instance: Instance, least: number, argument: string): number {
        if (!(block instanceof Block) || block.#type !== type) throw wrongType(argument, `a block of ${(type as unknown as { name: string }).name}`, block);
        if (block.length < least) throw new FeelerError("wrong_type", `${argument}: expected at least ${least} elements, found ${block.length}`, argument);
        return Handle.address(block, instance, argument);
    }
}
