import { defineConfig } from "vite";

// Relative addresses, so that the folder works wherever it is put.
export default defineConfig({
    base: "./",
    build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1000 },
    server: { fs: { allow: [".."] } },
});
