// Writes pages of the manual, section 3: one for each public function, one for each header with its types. From the same comments as the site.
// usage: node site/man.js FOLDER   (`make man`: build/man)
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { examplesOf, firstSentence, pageOf, sorted, upper } from "./api.js";
import { readHeaders, root } from "./headers.js";
import { tasks } from "./snippets.js";

// date and version are those of the page of the command
const [, date, version] = /^\.TH FEELER 1 (\S+) "(.*?)"/.exec(readFileSync(root + "docs/feeler.1", "utf8"));

const escaped = (text) => text.replace(/\\/g, "\\e").replace(/-/g, "\\-").replace(/\^/g, "\\(ha").replace(/~/g, "\\(ti");
/** No line may begin like a request. */
const lines = (text) => text.replace(/^(?=[.'])/gm, "\\&");
const prose = (text) => lines(text.split(/(`[^`]*`)/).map((part) => (part.startsWith("`") ? `\\fB${escaped(part.slice(1, -1))}\\fP` : escaped(part).replace(/\b(flr|FLR)_\w+/g, "\\fB$&\\fP"))).join(""));
const code = (text) => `.EX\n${lines(escaped(text))}\n.EE\n`;

/** A comment: paragraphs, lists, and code where it is indented. */
function body(text) {
    return text.split("\n\n").map((paragraph) => {
        if (/^ {4}/.test(paragraph)) return ".PP\n" + code(paragraph);
        const [first, ...items] = paragraph.split(/^- /m);
        return (first.trim() ? `.PP\n${prose(first.trim())}\n` : "") + items.map((item) => `.IP \\(bu 2\n${prose(item.trim().replace(/\n\s*/g, "\n"))}\n`).join("");
    }).join("");
}

const title = (name, about) => `.TH ${name.toUpperCase()} 3 ${date} "${version}" "Feeler"\n.SH NAME\n${name} \\- ${escaped(about.replace(/[.:]$/, "").replaceAll("`", ""))}\n`;
const section = (name, text) => (text ? `.SH ${name}\n${text.replace(/^\.PP\n/, "")}` : "");
const list = (names) => names.map((name) => `.BR ${name} (3)`).join(" ,\n") + "\n";

function functionPage(item, header, alike, example) {
    const said = [item.lead, item.own].filter(Boolean).join("\n\n"), { rest, aside } = said ? sorted(said) : { rest: "", aside: new Map() };
    const declaration = item.text.startsWith("static") ? item.text.replace(/\s*\{[^]*/, ";") : item.text.replace(/^FLR_API /gm, "");
    return title(item.name, said ? firstSentence(item.own || item.lead) : `see feeler/${header.name}`)
        + section("SYNOPSIS", `.nf\n\\fB#include <feeler/${header.name}>\\fP\n.PP\n${lines(escaped(declaration))}\n.fi\n`)
        + section("DESCRIPTION", body(rest || `As \\fBfeeler/${header.name}\\fP has it.`))
        + ["Errors", "Accuracy", "Cost", "Source"].map((kind) => section(kind.toUpperCase(), aside.has(kind) ? body(aside.get(kind).join(" ")) : "")).join("")
        + (example ? section("EXAMPLE", `${prose(example.title)}:\n.PP\n${code(example.code.trim())}`) : "")
        + section("SEE ALSO", list(["feeler_" + pageOf(header.name), ...alike]));
}

function headerPage(header) {
    const functions = header.items.filter(({ sort }) => sort === "function").map(({ name }) => name), others = header.items.filter(({ sort }) => sort === "type" || sort === "constant");
    return title("feeler_" + pageOf(header.name), firstSentence(header.preface)) + section("SYNOPSIS", `\\fB#include <feeler/${header.name}>\\fP\n`) + section("DESCRIPTION", body(upper(header.preface)))
        + section("FUNCTIONS", functions.length ? list(functions) : "")
        + section("TYPES AND CONSTANTS", others.map((item) => `.SS ${item.name}\n${item.own ? body(item.own).replace(/^\.PP\n/, "") + ".PP\n" : ""}${code(item.text)}`).join(""));
}

/** All pages by the names of their files. */
export function manualPages() {
    const headers = readHeaders(), pages = {}, functions = headers.flatMap((h) => h.items.filter(({ sort }) => sort === "function"));
    const examples = examplesOf(functions.map(({ name }) => name), tasks());
    for (const header of headers) {
        pages[`feeler_${pageOf(header.name)}.3`] = headerPage(header);
        for (const item of header.items) {
            if (item.sort !== "function") continue;
            const alike = header.items.filter((other) => other !== item && other.sort === "function" && item.lead && other.lead === item.lead).map(({ name }) => name);
            const { like, found } = examples.get(item.name) ?? {}, [example] = like === item.name ? [...found].sort((p, q) => p.code.length - q.code.length) : [];
            pages[`${item.name}.3`] = functionPage(item, header, alike, example);
        }
    }
    return pages;
}

if (process.argv[1].endsWith("man.js")) {
    const folder = (process.argv[2] ?? root + "build/man") + "/man3/";
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const pages = Object.entries(manualPages());
    for (const [name, text] of pages) writeFileSync(folder + name, text);
    console.log(`man: ${pages.length} pages in ${folder}`);
}
