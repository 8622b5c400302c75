import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../dist/index.js";

const root = fileURLToPath(new URL("../../", import.meta.url)), command = root + "build/feeler";
const EVERY = 16;  // scripts/golden --command js/bin/feeler-query.js asks all of them

test("some thousand golden questions have the same bits in WebAssembly as natively", { skip: !existsSync(command) && "there is no build/feeler" }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "feeler-golden-"));
    try {
        const program = join(folder, "questions"), most = { encoding: "utf8", maxBuffer: 1 << 30 };
        execFileSync("cc", ["-O1", "-std=c17", "-ffp-contract=off", "-o", program, root + "tests/golden/questions.c", "-lm"]);
        const questions = execFileSync(program, [String(EVERY)], most);
        let expected = "";
        try {
            expected = execFileSync(command, ["query"], { ...most, input: questions });
        } catch (error) {
            assert.equal(error.status, 1, "some questions have errors for answers");
            expected = error.stdout;
        }
        const found = (await load()).queryText(questions).split("\n");
        assert.ok(found.length > 5000, `${found.length} answers`);
        expected.split("\n").forEach((line, i) => assert.equal(found[i], line));
    } finally {
        rmSync(folder, { recursive: true });
    }
});
