/** The programs and questions that stand in the pages, each with what it prints: found here, compiled and run here, asserted by the tests. */

import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./headers.js";

const run = promisify(execFile), markdown = (folder) => readdirSync(root + folder).filter((name) => name.endsWith(".md")).sort().map((name) => folder + name);
const pages = [...markdown("docs/how-to/"), ...markdown("docs/reference/"), "site/pages/start/command.md", "site/pages/start/python.md"];
const slug = (title) => title.toLowerCase().replace(/[^\w\s-]/g, "").trim().replace(/\s+/g, "-");

/** What stands in the pages: {page, title, address, words, language, code, output, line} each. The output is the block of `text` that follows. */
export function tasks() {
    return pages.flatMap((page) => {
        const found = [], lines = readFileSync(root + page, "utf8").split("\n"), address = page.replace(/^(docs|site\/pages)\//, "").replace(".md", ".html");
        let title = "", words = [], open = null;
        lines.forEach((line, i) => {
            const fence = /^```(\w*)$/.exec(line);
            if (!open && !fence && /^#/.test(line)) title = line.replace(/^#+ /, ""), words = [];
            else if (!open && !fence) words.push(line);
            if (!open && fence) open = { language: fence[1], line: i + 1, text: [] };
            else if (open && fence) {
                const text = open.text.join("\n") + "\n";
                if (open.language === "text" && found.length) found.at(-1).output ??= text;
                else found.push({ page, title, address: `${address}#${slug(title)}`, words: words.join("\n").trim(), language: open.language, code: text, output: null, line: open.line });
                open = null;
            } else open?.text.push(line);
        });
        return found;
    });
}

/** A snippet as a program: what has no `main` is the inside of one. Messages of the compiler name the line of the page. */
function program({ code, page, line }) {
    const whole = /\bint main\(/.test(code), place = `#line ${line + 1} "${page}"\n`;
    return `#include <feeler/feeler.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n${whole ? place + code : `int main(void)\n{\n${place}${code}}\n`}`;
}

/** What a snippet prints: C by the compiler and the library in build/, questions, commands and Python with build/feeler. */
export async function said(task) {
    const folder = mkdtempSync(join(tmpdir(), "feeler-snippet-"));
    try {
        if (task.language === "c") {
            writeFileSync(join(folder, "a.c"), program(task));
            await run("cc", ["-std=c17", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", `-I${root}include`, join(folder, "a.c"), root + "build/libfeeler.a", "-lm", "-o", join(folder, "a")]);
            return (await run(join(folder, "a"), [], { timeout: 20000 })).stdout;
        }
        const path = { ...process.env, PATH: `${root}build:${process.env.PATH}` };
        if (task.language === "json") writeFileSync(join(folder, "q"), task.code);
        const [command, ...words] = task.language === "json" ? ["feeler", "query", join(folder, "q")] : [task.language === "python" ? "python3" : "sh", "-c", task.code];
        // findings and wrong questions have a status of their own, which is no failure here
        return (await run(command, words, { cwd: root, env: path, timeout: 20000 }).catch((error) => { if (error.code !== 1) throw error; return error; })).stdout;
    } finally {
        rmSync(folder, { recursive: true });
    }
}

// node snippets.js [WORD]: shows what the snippets print of the tasks whose titles hold WORD
if (process.argv[1]?.endsWith("/snippets.js")) {
    for (const task of tasks().filter(({ title }) => title.includes(process.argv[2] ?? ""))) {
        console.log(`== ${task.page}:${task.line} ${task.title}\n${await said(task).catch((error) => error.stderr || String(error))}`);
    }
}
