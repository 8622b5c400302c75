#!/usr/bin/env node
// usage: feeler-query [query] [FILE | QUESTION]
// As `feeler query`, byte for byte; a file of a mesh is looked for where the question says. Answers come when all questions are read.
import { readFileSync } from "node:fs";
import { load } from "../dist/index.js";

const operand = process.argv.slice(2).filter((argument, i) => i > 0 || argument !== "query")[0] ?? "-";
const text = operand.trimStart().startsWith("{") ? operand : readFileSync(operand === "-" ? 0 : operand, "utf8");
const feeler = await load();
for (const [, name] of text.matchAll(/"(?:file|path|filename)"\s*:\s*("(?:[^"\\]|\\.)*")/gi)) {
    try {
        const path = JSON.parse(name);
        feeler.addFile(path, readFileSync(path));
    } catch { /* the answer says what is wrong with it */ }
}
let failed = false, line = 0;
// some lines at a time: an answer needs memory beside its question
const lines = text.split(/(?<=\n)/), whole = lines.every((l) => l.trim() === "" || /^\s*\{.*\}\s*$/.test(l) && /"id"/.test(l));
while (line < lines.length) {
    const answers = feeler.queryText((whole ? lines.slice(line, line += 4096) : lines.slice(line, line = lines.length)).join(""));
    failed ||= /^\{"(?:id|line)": [^\n]*"error": \{"code": /m.test(answers);
    process.stdout.write(answers);
}
process.exitCode = failed ? 1 : 0;
