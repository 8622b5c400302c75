/** Pages of the public headers: a page each, with a section for every function and type. */

import { readdirSync, readFileSync } from "node:fs";
import { readHeaders, root, signature } from "./headers.js";
import { tasks } from "./snippets.js";

/** The headers in the order of the site, by what they are for. */
export const groups = {
    "Any two shapes": ["any3.h", "any2.h"],
    "Convex shapes, contacts": ["convex3.h", "convex2.h", "contact3.h", "contact2.h", "hull.h"],
    "Meshes": ["mesh3.h", "grid3.h", "interference3.h"],
    "Pairs by their types": ["closest3.h", "closest2.h", "overlap3.h", "overlap2.h"],
    "Rays and motion": ["raycast3.h", "raycast2.h", "sweep3.h", "sweep2.h", "toi3.h", "toi2.h"],
    "Many at once": ["list.h", "batch3.h", "batch2.h", "broadphase3.h", "dop3.h", "dop2.h"],
    "Step by step": ["trace.h"],
    "Foundations": ["base.h", "math.h", "shape3.h", "shape2.h"],
};

export const pageOf = (header) => header.replace(".h", "");

/** Where the library defines each function: a path below src, or null for what is inline. */
function definitions() {
    const found = new Map();
    for (const room of readdirSync(root + "src")) {
        for (const file of readdirSync(root + "src/" + room).filter((name) => /\.[ch]$/.test(name)).sort()) {
            const text = readFileSync(`${root}src/${room}/${file}`, "utf8");
            for (const [, name] of text.matchAll(/^(?!static|typedef| |\/|#)[\w *]*?\b(flr_\w+)\([^;{]*\)\s*\{/gm)) found.set(name, `src/${room}/${file}`);
            for (const [, name] of text.matchAll(/^[A-Z][A-Z0-9_]+\((flr_\w+),/gm)) found.set(name, `src/${room}/${file}`);  // by a macro, in full
        }
    }
    return found;
}

/** The kinds of shape by which functions are called that ask the same of other kinds. */
const kinds = /^(point|segment|ray|line|plane|halfspace|sphere|circle|capsule|aabb|box|triangle|quad|rectangle|parallelogram|parallelepiped|polygon|tetrahedron|polyhedron|cylinder|cone|ellipsoid)$/;

/** A name without its kinds, and these: flr_closest3_sphere_box is of the family flr_closest3, its kinds sphere and box. */
function familyOf(name) {
    const words = name.split("_"), at = words.findIndex((word, i) => i > 1 && words.slice(i).every((rest) => kinds.test(rest)));
    return at < 0 ? { family: null, kinds: [] } : { family: words.slice(0, at).join("_"), kinds: words.slice(at) };
}

/** The tasks that call each function; of one that none calls those of the function of its family that shares most kinds with it. */
export function examplesOf(names, all) {
    const called = new Map();
    for (const task of all) for (const name of new Set(task.code.match(/\bflr_\w+(?=\()/g) ?? [])) called.set(name, [...(called.get(name) ?? []), task]);
    return new Map(names.map((name) => {
        if (called.has(name)) return [name, { like: name, found: called.get(name) }];
        const { family, kinds: own } = familyOf(name), alike = (other) => familyOf(other).kinds.filter((kind, i) => kind === own[i]).length;
        const [like] = family ? [...called.keys()].filter((other) => familyOf(other).family === family).sort((p, q) => alike(q) - alike(p)) : [];
        return [name, like ? { like, found: called.get(like) } : null];
    }));
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\{\{/g, "&#123;&#123;");

/** A comment as Markdown: names become code and lead to their sections, files to their pages. */
function prose(text, places) {
    const link = (name) => (places.has(name) ? `[\`${name}\`](${places.get(name)})` : `\`${name}\``);
    const words = (part) => part.replace(/\b(docs\/\w+\.md)|\bfeeler\/(\w+)\.h|(\b(?:flr|FLR)_\w*(?:<\w+>\w*)*(?:\.{3})?)|\b([a-z]+\w*_\w+)\b|[*<_|[\]]|\{\{/g, (all, page, header, name, member) =>
        page ? `[${page}](../../../${page})` : header ? `[feeler/${header}.h](${header}.md)` : name ? link(name) : member ? `\`${member}\`` : all === "<" ? "&lt;" : all === "{{" ? "&#123;&#123;" : "\\" + all);
    return text.split("\n\n").map((paragraph) => (/^ {4}/.test(paragraph) ? "```c\n" + paragraph.replace(/^ {4}/gm, "") + "\n```"
        : paragraph.split(/(`[^`]*`)/).map((part) => (part.startsWith("`") ? link(part.slice(1, -1)) : words(part))).join(""))).join("\n\n");
}

/** What a sentence is about, by what it says; null for what the function is for. */
const subjects = [
    ["Errors", /^\(?FLR_(INVALID|NOT_|OUT_OF|TOO_|UNBOUNDED|SELF|CANCELLED)|^Errors |FLR_\w+: /],
    ["Source", /(18|19|20)\d\d\)?\.$|^RTCD|^Ericson/],
    ["Cost", /\bO\(|\b(allocat\w+|stack|us|ms|bytes?|microseconds?|cheaper|slower|faster|costs?)\b/],
    ["Accuracy", /\b(eps|ulp)\b|10\^-|\b[Ee]xact\b/],
];

/** The paragraphs of a comment, and beside them the sentences that tell errors, cost, accuracy and source. */
export function sorted(text) {
    const rest = [], aside = new Map();
    for (const paragraph of text.split("\n\n")) {
        if (/^( {4}|- |.*\n- )/s.test(paragraph) && /^( {4}|- )/m.test(paragraph)) { rest.push(paragraph); continue; }
        let kind = null;
        const kept = paragraph.replace(/\n/g, " ").split(/(?<=\.\)?)\s+(?=[A-Z"`(0-9])/).filter((sentence) => {
            const found = subjects.find(([, pattern]) => pattern.test(sentence))?.[0];
            if (found || !/^(In float|There|That|They|Its?|This|Else|Also|So|For)\b/.test(sentence)) kind = found ?? null;
            if (kind) aside.set(kind, [...(aside.get(kind) ?? []), sentence]);
            return !kind;
        });
        if (kept.length) rest.push(kept.join(" "));
    }
    return rest.length ? { rest: rest.join("\n\n"), aside } : { rest: text, aside: new Map() };
}

export const firstSentence = (text) => /^.*?[.:](?=\s|$)/s.exec(text.split("\n\n")[0].replace(/\n/g, " "))?.[0] ?? text.split("\n")[0];

export const upper = (text) => text[0].toUpperCase() + text.slice(1);

/** A declaration as HTML, its types as links: on one line, or a line for each parameter. */
function declared(text, places) {
    const { returns, name, parameters } = signature(text), star = (type) => type + (type.endsWith("*") ? "" : " ");
    const list = parameters.map((p) => { const [, type, array] = /^(.*?)(\[.*)?$/.exec(p.type); return star(type) + p.name + (array ?? ""); });
    const line = `${star(returns)}${name}(${list.join(", ") || "void"});`, shown = text.startsWith("static") && text.split("\n").length < 12 ? text : line.length <= 72 ? line : `${star(returns)}${name}(\n${list.map((one) => "    " + one).join(",\n")});`;
    return `<pre class="declaration" v-pre><code>${escaped(shown).replace(/\n\n+/g, "\n").replace(/\b(flr|FLR)_\w+/g, (word) => (word === name ? `<b>${word}</b>` : places.has(word) ? `<a href="${places.get(word).replace(".md", ".html")}">${word}</a>` : word))}</code></pre>`;
}

/** One header as a page. */
function page(header, all) {
    const { places, defined, types, examples } = all, out = [];
    const details = (text, item) => {
        const { rest, aside } = sorted(text), lines = [prose(rest, places), ""];
        if (item) {  // a table of parameters, and what comes back
            const { returns, parameters } = signature(item.text);
            const about = (type) => { const known = types.get(/\bflr_\w+/.exec(type)?.[0]); return known ? prose(firstSentence(known), places) : ""; };
            if (parameters.length) lines.push("| parameter | type | |", "| --- | --- | --- |", ...parameters.map(({ type, name }) => `| \`${name}\` | ${typeLink(type)} | ${about(type)} |`), "");
            if (returns !== "void") lines.push(`**Returns** ${typeLink(returns)}. ${returns === "flr_status" ? "" : about(returns)}`, "");
        }
        for (const [kind] of [...subjects].reverse()) if (aside.has(kind)) lines.push(`**${kind}** ${prose(aside.get(kind).join(" "), places)}`, "");
        return lines;
    };
    const typeLink = (type) => `<code>${escaped(type).replace(/\bflr_\w+/g, (name) => (places.has(name) ? `<a href="./${places.get(name).replace(".md", ".html")}">${name}</a>` : name))}</code>`;
    // an example stands where the page first needs it, other functions lead there; then where the function is, and the tasks that use it
    const shown = new Map();
    const footer = ({ name, text }) => {
        const place = text.startsWith("static") ? "Inline in the header." : defined.has(name) ? `Defined in <code>${defined.get(name)}</code>.` : "";
        const { like, found } = examples.get(name), [example] = [...found].sort((p, q) => p.page.startsWith("docs/how-to") - q.page.startsWith("docs/how-to") || p.code.length - q.code.length);
        const used = like === name ? found.filter(({ page }) => page.startsWith("docs/how-to")).map(({ title, address }) => `<a href="../${address}">${escaped(title)}</a>`).join(", ") : "";
        const out = [];
        let where = "";
        const alike = like === name ? "" : ` of <code>${like}</code>, which is called alike`;
        if (shown.has(example)) where = ` <a class="example" href="#${shown.get(example)}" data-calls="${like}">Example${alike}</a>.`;
        else {
            shown.set(example, "example-" + (shown.size + 1));
            out.push(`<p class="example" id="${shown.get(example)}" data-calls="${like}"><b>Example</b>${alike}: ${escaped(example.title)}</p>`, "", prose(example.words, places), "", "```c", example.code.trimEnd(), "```", "```text", example.output.trimEnd(), "```", "");
        }
        return [...out, `<p class="where">${place}${where}${used ? " How do I: " + used : ""}</p>`, ""];
    };
    out.push("---", "outline: 2", "editLink: false", "---", `# feeler/${header.name}`, "", prose(upper(header.preface), places), "", `[The header as it is](../../../include/feeler/${header.name}), \`#include <feeler/${header.name}>\``, "");
    const items = header.items;
    for (let i = 0; i < items.length; i++) {
        const item = items[i];
        if (item.sort === "part") continue;
        if (item.sort !== "function") {
            out.push(`## ${item.name} {#${item.name}}`, "", prose(item.own, places), "", "```c", item.text, "```", "");
            continue;
        }
        const text = [item.lead, item.own].filter(Boolean).join("\n\n");
        let end = i + 1;
        while (end < items.length && items[end].sort === "function" && items[end].lead === item.lead && items[end].own === item.own && text) end++;
        if (end === i + 1) {
            out.push(`## ${item.name} {#${item.name}}`, "", declared(item.text, places), "", ...(text ? details(text, item) : []), ...footer(item));
            continue;
        }
        const names = items.slice(i, end).map(({ name }) => name), parts = names[0].split("_");
        const common = parts.slice(0, parts.findIndex((part, k) => names.some((name) => name.split("_")[k] !== part))).join("_");
        out.push(`## ${names[0]} … ${names.at(-1).slice(common.length + 1)} {#${common}_${i}}`, "", ...details(text, null));
        for (const one of items.slice(i, end)) out.push(`### ${one.name} {#${one.name}}`, "", declared(one.text, places), "", ...footer(one));
        i = end - 1;
    }
    return out.join("\n");
}

/** The page that lists all. */
function index(headers, places) {
    const out = ["---", "editLink: false", "outline: 2", "---", "# Functions", "", `${headers.flatMap((h) => h.items).filter((i) => i.sort === "function").length} functions in ${headers.length} headers, as the comments in these have them. The search above finds each by its name. Begin with [any3.h](any3.md): any two shapes, any question.`, ""];
    for (const [title, names] of Object.entries(groups)) {
        out.push(`## ${title}`, "");
        for (const name of names) {
            const header = headers.find((h) => h.name === name), functions = header.items.filter((i) => i.sort === "function");
            out.push(`**[${name}](${pageOf(name)}.md)** ${prose(upper(header.preface.split("\n\n")[0]), places)}`, "", `<details><summary>${functions.length} functions</summary><p class="names">${functions.map((f) => `<a href="./${places.get(f.name).replace(".md", ".html")}">${f.name}</a>`).join(" ")}</p></details>`, "");
        }
    }
    return out.join("\n");
}

/** All pages by their names, of Markdown. */
export function apiPages() {
    const headers = readHeaders(), known = Object.values(groups).flat(), lost = headers.find(({ name }) => !known.includes(name));
    if (lost) throw new Error(`${lost.name} is in no group of site/api.js`);
    const items = headers.flatMap((h) => h.items.map((item) => ({ ...item, header: h.name })));
    const examples = examplesOf(items.filter((i) => i.sort === "function").map(({ name }) => name), tasks()), without = [...examples].filter(([, example]) => !example).map(([name]) => name);
    if (without.length) throw new Error(`no page calls ${without.join(", ")}: docs/reference is for that`);
    const all = {
        places: new Map(items.filter((i) => i.sort !== "part").map((i) => [i.name, `${pageOf(i.header)}.md#${i.name}`])),
        defined: definitions(),
        types: new Map(items.filter((i) => i.sort === "type").map((i) => [i.name, i.own])),
        examples,
    };
    return Object.fromEntries([["index.md", index(headers, all.places)], ...headers.map((h) => [pageOf(h.name) + ".md", page(h, all)])]);
}
