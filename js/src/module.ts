/** The WebAssembly module: where it comes from, its memory, and text across the border. */

import { Files } from "./files.js";

/** What the module exports; pointers are numbers. */
export interface Exports extends Record<string, unknown> {
    memory: WebAssembly.Memory;
    _initialize(): void;
    [name: `feeler_${string}`]: (...numbers: number[]) => number;
    feeler_allocate(size: number): number;
    feeler_release(at: number): number;
    feeler_query(text: number, length: number): number;
    feeler_mesh(name: number, length: number): number;
    feeler_read_shape(json: number, length: number): number;
    feeler_schema(): number;
}

/** The module's bytes, the place of feeler.wasm, or a module that is compiled already (as sent to a worker). */
export type Source = BufferSource | URL | string | Response | WebAssembly.Module;

export async function compile(source: Source = new URL("./feeler.wasm", import.meta.url)): Promise<WebAssembly.Module> {
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
    if (typeof Response !== "undefined" && source instanceof Response) return compileResponse(source);
    const url = source instanceof URL ? source : new URL(source as string, import.meta.url);
    if (url.protocol === "file:" && typeof process !== "undefined" && process.versions?.node) {
        // joined here, so that no bundler for browsers looks for it
        const { readFile } = await import(/* @vite-ignore */ ["node:fs", "promises"].join("/")) as typeof import("node:fs/promises");
        return WebAssembly.compile(await readFile(url) as Uint8Array<ArrayBuffer>);
    }
    return compileResponse(await fetch(url));
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
    if (!response.ok) throw new Error(`feeler: ${response.url} cannot be fetched: ${response.status} ${response.statusText}`);
    // a server that does not know the type of the file is no reason to fail
    if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
}

/** One instance: nothing is shared between two. */
export class Instance {
    readonly c: Exports;
    readonly files = new Files();

    constructor(module: WebAssembly.Module) {
        const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.files.imports() });
        this.c = { ...instance.exports } as Exports;  // calls by the name of an object's own member are faster
        this.files.memory = this.c.memory;
        this.c._initialize();
    }

    /** Memory of the module, which has to be released. */
    allocate(size: number): number {
        const at = this.c.feeler_allocate(size);
        if (!at) throw new RangeError(`feeler: out of memory, asked for ${size} bytes`);
        return at;
    }

    /** The text that a function returned; the block is released. */
    text(at: number): string {
        if (!at) throw new RangeError("feeler: out of memory");
        const length = new Uint32Array(this.c.memory.buffer, at, 1)[0]!;
        const text = new TextDecoder().decode(new Uint8Array(this.c.memory.buffer, at + 4, length));
        this.c.feeler_release(at);
        return text;
    }

    /** Text in, text out. */
    call(name: "feeler_query" | "feeler_mesh" | "feeler_read_shape", argument: string): string {
        const bytes = new TextEncoder().encode(argument), at = this.allocate(bytes.length);
        try {
            new Uint8Array(this.c.memory.buffer).set(bytes, at);
            return this.text(this.c[name](at, bytes.length));
        } finally {
            this.c.feeler_release(at);
        }
    }
}
