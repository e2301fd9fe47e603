/** Links what esbuild has split: all that the first table needs is one file, which compresses better than fifteen. */
import { transform } from "esbuild";
import { basename } from "node:path";
import { rollup } from "@rollup/wasm-node";

/** Scripts by name: `entry` and all it statically needs, and what `together` needs, is one of them. */
export async function link({ outputFiles, metafile }, entry, together) {
  const told = new Map(Object.entries(metafile.outputs).map(([path, each]) => [basename(path), each]));
  const files = new Map(outputFiles.map((file) => [basename(file.path), file.text]));
  const of = (source) => [...told].find(([, each]) => each.entryPoint === source)[0];
  const first = new Set();
  const gather = (name) => {
    if (first.has(name)) return;
    first.add(name);
    for (const one of told.get(name).imports) if (one.kind === "import-statement") gather(basename(one.path));
  };
  [entry, ...together].map(of).forEach(gather);

  const bundle = await rollup({
    input: { app: of(entry) },
    preserveEntrySignatures: false,
    plugins: [
      {
        name: "split",
        resolveId: (path) => basename(path),
        load: (name) => files.get(name),
        renderChunk: async (code) => (await transform(code, { minify: true, format: "esm", target: "es2022" })).code,
      },
    ],
  });
  const { output } = await bundle.generate({
    format: "es",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: ({ name }) => `${name.replace(/-[A-Z0-9]{8}$/, "")}-[hash].js`,
    manualChunks: (name) => (first.has(name) ? "app" : undefined),
  });
  return output.map((chunk) => ({ name: chunk.fileName, contents: Buffer.from(chunk.code), entry: chunk.isEntry }));
}
