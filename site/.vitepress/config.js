/** The site is the repository's own Markdown, at addresses of its own; what a page links to that is no page is copied beside. */

import { cpSync, existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { groups, pageOf } from "../api.js";

const root = fileURLToPath(new URL("../../", import.meta.url)), base = process.env.FEELER_SITE_BASE ?? "/";

/** The address of a page by its file, or null for a file that is none. */
function addressOf(file) {
    const rules = [
        [/^site\/(?:pages|generated)\/(.*)$/, "$1"], [/^README\.md$/, "start/index.md"], [/^js\/README\.md$/, "start/javascript.md"], [/^playground\/README\.md$/, "start/playground.md"],
        [/^(?:CONTRIBUTING|CHANGELOG)\.md$/, (name) => "docs/" + name.toLowerCase()], [/^examples\/sample\.md$/, "docs/sample.md"], [/^tests\/README\.md$/, "docs/tests.md"],
        [/^src\/(\w+)\/README\.md$/, "rooms/$1.md"], [/^docs\/(how-to|concepts)\/README\.md$/, "$1/index.md"], [/^docs\/((?:how-to|concepts)\/.*\.md)$/, "$1"], [/^(docs\/[\w-]+\.md)$/, "$1"],
    ];
    const rule = rules.find(([pattern]) => pattern.test(file));
    return rule ? file.replace(...rule) : null;
}

/** Files that pages link to, kept for the end of the build. */
const linked = new Set();

/** Links between files become links between pages; to other files, to copies of these. */
function links(md) {
    md.core.ruler.push("repository_links", (state) => {
        const file = state.env.realPath ?? state.env.path;
        const tokens = state.tokens.flatMap((t) => t.children ?? []);
        tokens.forEach((token, i) => {
            const href = token.type === "link_open" ? token.attrGet("href") : "";
            if (!href || /^(\w+:|#|\/)/.test(href)) return;
            const [path, hash] = href.split("#"), target = relative(root, join(dirname(file), decodeURI(path)));
            const found = [target, join(target, "README.md")].find((name) => addressOf(name) && existsSync(root + name));
            if (found) token.attrSet("href", "/" + addressOf(found) + (hash ? "#" + hash : ""));
            else if (existsSync(root + target) && statSync(root + target).isFile()) {
                linked.add(target);
                token.attrs = [["href", base + "files/" + copyOf(target)], ["target", "_blank"], ["rel", "noopener"]];
            } else if (existsSync(root + target)) {  // a folder: there is nothing to show
                token.attrs = null;
                token.tag = tokens.slice(i).find((t) => t.type === "link_close").tag = "span";
            }
        });
    });
    // 10^-12 with a raised exponent
    const words = md.renderer.rules.text;
    md.renderer.rules.text = (...all) => words(...all).replace(/(?<=[0-9]|e)\^(-?\d+)/g, "<sup>$1</sup>");
    // a scene of the playground, where a page has <!-- scene: {...} What it shows. -->, or a name of the gallery; the page is whole without it
    const exhibits = [...readFileSync(root + "playground/src/gallery.ts", "utf8").matchAll(/^ *\{ name: "(.*?)"/gm)].map(([, name]) => name);
    const block = md.renderer.rules.html_block;
    md.renderer.rules.html_block = (tokens, index, ...rest) => {
        const found = /^<!-- scene: (".*?"|\{.*\}) (\S.*?) -->\s*$/s.exec(tokens[index].content);
        if (!found) return block(tokens, index, ...rest);
        const named = found[1].startsWith('"') ? exhibits.indexOf(JSON.parse(found[1])) + 1 : null;
        if (named === 0) throw new Error(`the gallery of the playground has no ${found[1]}`);
        const hash = named ? "#gallery=" + named : "#1." + Buffer.from(JSON.stringify({ question: JSON.parse(found[1]) })).toString("base64url");
        return `<PlaygroundScene hash="${hash}" caption="${md.utils.escapeHtml(found[2])}" />\n`;
    };
}
/** Sources are shown as text, not saved. */
export const copyOf = (file) => (/\.(c|h|js|ts|txt|sh)$/.test(file) || !basename(file).includes(".") ? file + ".txt" : file);

const list = (folder, ...names) => names.map(([text, name]) => ({ text, link: `/${folder}/${name}` }));

const sidebar = [
    { text: "Start", items: [{ text: "What it is", link: "/start/" }, ...list("start", ["C", "c"], ["CMake", "cmake"], ["Command", "command"], ["JavaScript", "javascript"], ["Python", "python"])] },
    { text: "How do I ...", link: "/how-to/", collapsed: true, items: pagesOf("how-to") },
    { text: "Concepts", link: "/concepts/", collapsed: true, items: pagesOf("concepts") },
    { text: "Functions", link: "/api/", collapsed: true, items: Object.entries(groups).map(([text, names]) => ({ text, collapsed: true, items: names.map((name) => ({ text: name, link: `/api/${pageOf(name)}` })) })) },
    { text: "Algorithms", items: [...list("docs", ["How each question is answered", "algorithms"], ["Which pairs", "pairs"], ["Accuracy", "accuracy"], ["Limits", "limits"], ["Speed, beside others", "performance"], ["Which library is for you", "comparison"], ["Size", "size"])] },
    { text: "The command", collapsed: true, items: [{ text: "Manual page", link: "/man/feeler" }, ...list("docs", ["Queries", "query"], ["How two parts stand", "interference"], ["Reports", "report"], ["Rules", "rules"], ["Reviews", "review"], ["The sample", "sample"], ["Real files", "real-files"])] },
    { text: "The project", collapsed: true, items: [...list("docs", ["Layout", "architecture"], ["Checklist", "checklist"], ["Roadmap", "roadmap"], ["Changes", "changelog"], ["Contributing", "contributing"], ["Tests", "tests"]), { text: "The playground", link: "/start/playground" }] },
];

/** The pages that the README of a folder below docs/ lists. */
function pagesOf(folder) {
    const file = `${root}docs/${folder}/README.md`;
    return existsSync(file) ? [...readFileSync(file, "utf8").matchAll(/^- \[(.*?)\]\(([\w-]+)\.md\)/gm)].map(([, text, name]) => ({ text, link: `/${folder}/${name}` })) : [];
}

export default defineConfig({
    srcDir: "..",
    srcExclude: ["build*/**", "**/node_modules/**", "bench/**", "fuzz/**", "tool/**", "tests/*/**", "src/README.md", ".ci/**", "cmake/**", "include/**", "scripts/**", "examples/*/**", "docs/reference/**", "playground/*/**", "js/*/**", "site/README.md", "site/test/**"],
    outDir: "../build-site",
    cacheDir: "node_modules/.cache",
    base,
    rewrites: (file) => addressOf(file) ?? file,
    lang: "en",
    title: "Feeler",
    description: "Collision detection and proximity in 2D and 3D: exact, fast, the same bits everywhere.",
    appearance: "force-auto",
    lastUpdated: false,
    head: [["link", { rel: "icon", href: "data:," }]],
    markdown: { config: links },
    themeConfig: {
        nav: [{ text: "Start", link: "/start/" }, { text: "How do I ...", link: "/how-to/" }, { text: "Concepts", link: "/concepts/" }, { text: "Functions", link: "/api/" }, { text: "Algorithms", link: "/docs/algorithms" }],
        sidebar,
        outline: [2, 3],
        search: { provider: "local", options: { miniSearch: { searchOptions: { boost: { title: 8, titles: 1, text: 1 } } } } },
        externalLinkIcon: false,
        docFooter: { prev: "Before", next: "Next" },
    },
    vite: {
        build: { chunkSizeWarningLimit: 5000, assetsInlineLimit: 0 },
        // pages lie beside this folder, from where node finds no packages; the built page lies in it
        plugins: [{ name: "vue-of-the-site", enforce: "pre", resolveId: (id, from, { ssr }) => (ssr && /^vue(\/server-renderer)?$/.test(id) ? { id, external: true } : null) }],
    },
    buildEnd({ outDir }) {
        for (const file of linked) cpSync(root + file, join(outDir, "files", copyOf(file)));  // makes the folders too
    },
});
