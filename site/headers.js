/** The public headers as data: what is declared, and which comment speaks of it. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../", import.meta.url));

const uncomment = (line) => line.replace(/^\/\/\/ ?/, "");

/** What a declaration is called, and of which sort it is; null for what is not for users. */
function named(text) {
    let m;
    if ((m = /^(?:FLR_API|static inline)[^({]*?\b(flr_\w+)\(/s.exec(text))) return { sort: "function", name: m[1] };
    if ((m = /^typedef (?:struct|enum|union) \w+ \{.*\} (\w+);$/s.exec(text))) return { sort: "type", name: m[1] };
    if ((m = /^typedef (?:struct|enum|union) \w+ (\w+);$/s.exec(text))) return { sort: "type", name: m[1] };
    if ((m = /^typedef .*?\b(flr_\w+)\(/s.exec(text))) return { sort: "type", name: m[1] };
    if ((m = /^typedef \w+ (flr_\w+);$/.exec(text))) return { sort: "type", name: m[1] };
    if ((m = /^enum \{ *(?:\/\/.*\n)?\s*(FLR_\w+)/.exec(text))) return { sort: "constant", name: m[1] };
    if ((m = /^#define (FLR_\w+) /.exec(text)) && !/^FLR_(API|EXTERN|VERSION)/.test(m[1])) return { sort: "constant", name: m[1] };
    return null;
}

/** The declarations of a function as its return type and parameters: [{type, name}]. */
export function signature(text) {
    const m = /^(?:FLR_API|static inline)\s+(.*?)\b(flr_\w+)\((.*?)\)\s*(?:;|\{)/s.exec(text), squeeze = (s) => s.replace(/\s+/g, " ").trim();
    const parameters = m[3].trim() === "void" ? [] : m[3].split(",").map((one) => {
        const [, type, name, array = ""] = /^(.*?)(\w+)(\[\w*\])?$/s.exec(squeeze(one));
        return { type: squeeze(type) + array, name };
    });
    return { returns: squeeze(m[1]), name: m[2], parameters };
}

/** The lines of a header as blocks, which blank lines part; of each the declarations with the comment right above. */
function blocksOf(lines) {
    const blocks = [];
    let block = [], comment = [];
    for (let i = 0; i < lines.length; i++) {
        const line = lines[i];
        if (line.startsWith("///")) comment.push(uncomment(line));
        else if (line.startsWith("// ---- ")) blocks.push([{ sort: "part", name: line.slice(8), text: "", comment: "" }]);
        else if (line === "") {
            if (block.length) blocks.push(block);
            block = [];
            comment = [];
        } else if (/^(FLR_API|static inline|typedef|enum|struct|#define)/.test(line)) {
            const inline = line.startsWith("static inline"), balanced = (text) => text.split("{").length === text.split("}").length;
            const bare = (text) => text.replace(/\s*\/\/.*$/, "");  // a comment may stand behind the last line
            const done = (text) => line.startsWith("#") || (balanced(text) && bare(text).endsWith(inline ? "}" : ";"));
            let text = line;
            while (!done(text)) text += "\n" + lines[++i];
            const item = named(bare(text));
            const twice = block.find(({ name }) => name === item?.name);  // one for each precision
            if (twice) twice.text += "\n// or\n" + text;
            else if (item) block.push({ ...item, text, comment: comment.join("\n").trim() });
            comment = [];
        } else if (!line.startsWith("#")) comment = [];
    }
    if (block.length) blocks.push(block);
    return blocks;
}

/**
 * Which words a declaration has to itself, and which it shares: the comment that begins a block speaks of all of it if another
 * declaration there has none, or as far as a paragraph ends it. A block without a comment goes on with what was said last of its family.
 */
function shared(blocks) {
    const family = (name) => name.split("_").slice(0, 2).join("_");
    let before = { family: "", text: "" };
    return blocks.flatMap((block) => {
        if (block[0].sort !== "function") return block.map((item, i) => ({ ...item, lead: "", own: item.comment || (block[i - 1]?.comment ?? "") }));
        const [first] = block, paragraphs = first.comment.split("\n\n"), all = block.slice(1).some((item) => !item.comment);
        const lead = !first.comment ? (before.family === family(first.name) ? before.text : "") : all ? first.comment : block.length > 1 ? paragraphs.slice(0, -1).join("\n\n") : "";
        before = { family: family(block.at(-1).name), text: lead || first.comment };
        return block.map((item, i) => ({ ...item, lead, own: i ? item.comment : all ? "" : lead && first.comment ? paragraphs.at(-1) : first.comment }));
    });
}

/** A header: its name, its preface, and its parts in order. */
export function readHeader(name) {
    const lines = readFileSync(root + "include/feeler/" + name, "utf8").split("\n"), preface = [];
    while (lines[0].startsWith("///")) preface.push(uncomment(lines.shift()));
    return { name, preface: preface.join("\n").replace(/^Feeler: /, ""), items: shared(blocksOf(lines)) };
}

/** All of them but the one that includes the others. */
export const readHeaders = () => readdirSync(root + "include/feeler").filter((name) => name !== "feeler.h").sort().map(readHeader);
