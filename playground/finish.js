// After `vite build`: compresses what is loaded, for servers that hand out *.br, and builds the page as one file that opens from disk,
// playground.html beside dist/.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "vite";

const dist = new URL("dist/", import.meta.url), names = ["index.html", ...(await readdir(new URL("assets/", dist))).map((name) => `assets/${name}`)];
const sizes = await Promise.all(names.map(async (name) => {
    const small = brotliCompressSync(await readFile(new URL(name, dist)), { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
    await writeFile(new URL(name + ".br", dist), small);
    return name.includes("space-") ? 0 : small.length;  // three.js, which is loaded when a scene needs it
}));
console.log(`playground: the first load has ${sizes.reduce((sum, size) => sum + size, 0)} bytes by brotli`);

const { output } = await build({ logLevel: "warn", build: { write: false, assetsInlineLimit: Infinity, rollupOptions: { output: { inlineDynamicImports: true } } } });
const text = (name) => { const file = output.find((f) => f.fileName === name); return file.code ?? file.source.toString(); };
// the replacements are functions, for in a text "$" has a meaning; no string in the script may end it
const page = text("index.html").replace(/<script type="module"[^>]*><\/script>/, "")
    .replace(/<link rel="stylesheet"[^>]*href="\.\/([^"]*)">/, (_, name) => `<style>${text(name)}</style>`)
    .replace("</body>", () => `<script type="module">${text(output.find((f) => f.isEntry).fileName).replaceAll("</script", "<\\/script")}</script></body>`);
if (/(src|href)="\.\//.test(page.replace(/<script[^]*<\/script>/, ""))) throw new Error("something is still in a file of its own");
await writeFile(new URL("playground.html", import.meta.url), page);
console.log(`playground: playground.html has ${Buffer.byteLength(page)} bytes, all in one`);
