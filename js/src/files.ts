/**
 * Files in memory for the readers of meshes, by the interface (WASI) that wasi-libc calls. There is one folder, "/", which is also
 * the current one. The module sees no other file, no network and no environment.
 */

const SUCCESS = 0, BAD_FILE = 8, NOT_FOUND = 44, NOT_SUPPORTED = 58, SEEK_FORBIDDEN = 29;
const FOLDER = 3;
const KIND_FOLDER = 3, KIND_FILE = 4;
const ALL_RIGHTS = 0xffffffffffffffffn;

interface Open { bytes: Uint8Array; at: number }

/** "./a/../b" as "b": names in a glTF file are relative to it. */
function plain(name: string): string {
    const kept: string[] = [];
    for (const part of name.split("/")) {
        if (part === "..") kept.pop();
        else if (part !== "" && part !== ".") kept.push(part);
    }
    return kept.join("/");
}

export class Files {
    #files = new Map<string, Uint8Array>();
    #open = new Map<number, Open>();
    #next = FOLDER + 1;
    memory!: WebAssembly.Memory;
    /** What the C library wrote to standard error: it says why it gave up. */
    complaint = "";

    add(name: string, bytes: Uint8Array): void { this.#files.set(plain(name), bytes); }
    remove(name: string): boolean { return this.#files.delete(plain(name)); }

    #view(): DataView { return new DataView(this.memory.buffer); }

    #name(at: number, length: number): string {
        return plain(new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, length)));
    }

    #stat(at: number, kind: number, size: number): number {
        const view = this.#view();
        for (let i = 0; i < 64; i += 8) view.setBigUint64(at + i, 0n, true);
        view.setUint8(at + 16, kind);
        view.setBigUint64(at + 24, 1n, true);
        view.setBigUint64(at + 32, BigInt(size), true);
        return SUCCESS;
    }

    #read(file: number, vectors: number, count: number, result: number): number {
        const open = this.#open.get(file), view = this.#view();
        if (!open) return BAD_FILE;
        let all = 0;
        for (let i = 0; i < count; i++) {
            const at = view.getUint32(vectors + 8 * i, true), length = view.getUint32(vectors + 8 * i + 4, true);
            const piece = open.bytes.subarray(open.at, open.at + length);
            new Uint8Array(this.memory.buffer).set(piece, at);
            open.at += piece.length;
            all += piece.length;
        }
        view.setUint32(result, all, true);
        return SUCCESS;
    }

    #write(file: number, vectors: number, count: number, result: number): number {
        const view = this.#view();
        let all = 0;
        for (let i = 0; i < count; i++) {
            const at = view.getUint32(vectors + 8 * i, true), length = view.getUint32(vectors + 8 * i + 4, true);
            if (file === 2) this.complaint += new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, length));
            all += length;
        }
        view.setUint32(result, all, true);
        return file === 1 || file === 2 ? SUCCESS : BAD_FILE;
    }

    #openPath(path: number, length: number, result: number): number {
        const bytes = this.#files.get(this.#name(path, length));
        if (!bytes) return NOT_FOUND;
        this.#open.set(this.#next, { bytes, at: 0 });
        this.#view().setUint32(result, this.#next++, true);
        return SUCCESS;
    }

    #statPath(path: number, length: number, result: number): number {
        const name = this.#name(path, length), bytes = this.#files.get(name);
        if (bytes) return this.#stat(result, KIND_FILE, bytes.length);
        return name === "" ? this.#stat(result, KIND_FOLDER, 0) : NOT_FOUND;
    }

    #describe(file: number, at: number): number {
        const open = this.#open.has(file), view = this.#view();
        if (!open && file > FOLDER) return BAD_FILE;
        for (let i = 0; i < 24; i += 8) view.setBigUint64(at + i, 0n, true);
        view.setUint8(at, open ? KIND_FILE : file === FOLDER ? KIND_FOLDER : 2);
        view.setBigUint64(at + 8, ALL_RIGHTS, true);
        view.setBigUint64(at + 16, ALL_RIGHTS, true);
        return SUCCESS;
    }

    /** What the module imports. Order and meaning of the arguments are those of WASI, preview 1. */
    imports(): WebAssembly.ModuleImports {
        return {
            clock_time_get: (_clock: number, _precision: bigint, result: number) => {
                this.#view().setBigUint64(result, 0n, true);  // only a seed asks, and it need not differ
                return SUCCESS;
            },
            fd_close: (file: number) => (this.#open.delete(file) ? SUCCESS : BAD_FILE),
            fd_fdstat_get: (file: number, at: number) => this.#describe(file, at),
            fd_prestat_get: (file: number, at: number) => {
                if (file !== FOLDER) return BAD_FILE;
                this.#view().setUint32(at, 0, true);
                this.#view().setUint32(at + 4, 1, true);
                return SUCCESS;
            },
            fd_prestat_dir_name: (_file: number, at: number) => {
                this.#view().setUint8(at, 0x2f);
                return SUCCESS;
            },
            fd_read: (...a: [number, number, number, number]) => this.#read(...a),
            fd_seek: () => SEEK_FORBIDDEN,
            fd_write: (...a: [number, number, number, number]) => this.#write(...a),
            path_filestat_get: (_folder: number, _flags: number, path: number, length: number, result: number) =>
                this.#statPath(path, length, result),
            path_open: (_folder: number, _lookup: number, path: number, length: number, flags: number, _rights: bigint,
                _inheriting: bigint, _how: number, result: number) =>
                flags & 1 ? NOT_SUPPORTED : this.#openPath(path, length, result),
            proc_exit: (status: number) => {
                throw new Error(`feeler: the module gave up with status ${status}: ${this.complaint}`);
            },
        };
    }
}
