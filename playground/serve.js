// Serves the built page on this machine, for those whose browser opens no modules from disk.
// usage: node serve.js [PORT [FOLDER]]   (any free port, and dist/, if none is given)
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("dist/", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png", ".txt": "text/plain; charset=utf-8" };

/** The server and its address. */
export function serve(port = 0, folder = dist) {
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
        try {
            const file = join(folder, path.endsWith("/") ? path + "index.html" : path), brotli = /\bbr\b/.test(request.headers["accept-encoding"]) && existsSync(file + ".br");
            const bytes = await readFile(brotli ? file + ".br" : file);
            response.writeHead(200, { "content-type": types[extname(path) || ".html"] ?? "application/octet-stream", ...(brotli ? { "content-encoding": "br" } : {}) }).end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    return new Promise((resolve, reject) => {
        server.once("error", reject).listen(port, "localhost", () => resolve({ server, address: `http://localhost:${server.address().port}/` }));
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`The page is at ${(await serve(Number(process.argv[2] || 0), process.argv[3])).address}`);
