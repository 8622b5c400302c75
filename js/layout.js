#!/usr/bin/env node
// Writes src/layout.ts of what the module tells of its structs; `make js` calls it.
// usage: layout.js MODULE
import { readFileSync, writeFileSync } from "node:fs";

/** The text of feeler_layout() as a TypeScript module. */
export function layoutSource(text) {
    const structs = new Map();
    const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
    for (const [type, member, offset] of text.trim().split("\n").map((line) => line.split(" "))) {
        const name = camel(type.replace(/^flr_/, "").replace(/_result$/, ""));
        if (!structs.has(name)) structs.set(name, []);
        structs.get(name).push(`${camel(member)}: ${offset}`);
    }
    return "// Written by js/layout.js: where the members of the module's structs are, in bytes.\n"
        + [...structs].map(([name, members]) => `export const ${name} = { ${members.join(", ")} } as const;\n`).join("");
}

/** What the module says, without its wrapper, which is built later. */
export async function layoutText(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: new Proxy({}, { get: () => () => 8 }) });
    const { memory, feeler_layout } = instance.exports, at = feeler_layout();
    return Buffer.from(memory.buffer, at + 4, new DataView(memory.buffer).getUint32(at, true)).toString();
}

if (process.argv[2]) writeFileSync(new URL("src/layout.ts", import.meta.url), layoutSource(await layoutText(readFileSync(process.argv[2]))));
