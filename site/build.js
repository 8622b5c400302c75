// Builds the site into build-site/: pages of the headers and of the manual, then all pages, then the playground beside them.
// usage: node build.js   (from this folder; the playground is built)
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { apiPages } from "./api.js";
import { root } from "./headers.js";

const out = root + "build-site/", generated = root + "site/generated/";

function write(path, text) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
}

/** The manual page as HTML in Markdown, without blank lines, which would end the HTML. */
function manual() {
    const html = execFileSync("mandoc", ["-T", "html", "-O", "fragment", root + "docs/feeler.1"], { encoding: "utf8" });
    return `---\neditLink: false\n---\n# feeler(1)\n\n<div class="man" v-pre>\n${html.replace(/\n\s*\n+/g, "\n")}\n</div>\n`;
}

if (!existsSync(root + "playground/dist/index.html")) throw new Error("playground/dist is not there: make playground");
rmSync(generated, { recursive: true, force: true });
for (const [name, text] of Object.entries(apiPages())) write(`${generated}api/${name}`, text);
write(generated + "man/feeler.md", manual());
await build(fileURLToPath(new URL(".", import.meta.url)));
cpSync(root + "playground/dist", out + "playground", { recursive: true });
