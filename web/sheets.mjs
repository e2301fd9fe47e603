/** A room that imports a style sheet waits for it when it is opened, so that it never shows undressed. */
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { basename, dirname, resolve } from "node:path";

/** What such a room begins with; a sheet that does not come keeps nobody out. */
const dressed = (sheet) => `await new Promise((done) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/assets/${sheet}" });
  link.onload = link.onerror = done;
  document.head.append(link);
});`;

/** For esbuild; the sheets that were made are put into `made`, named by what is in them. */
export const sheets = (made) => ({
  name: "sheets",
  setup(bundle) {
    bundle.onResolve({ filter: /\.css$/ }, ({ path, importer, kind }) =>
      kind === "import-statement" ? { path: resolve(dirname(importer), path), namespace: "sheet" } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: "sheet" }, async ({ path }) => {
      const { outputFiles } = await build({ entryPoints: [path], bundle: true, minify: true, write: false });
      const { contents } = outputFiles[0];
      const digest = createHash("sha256").update(contents).digest("hex").slice(0, 8);
      const name = `${basename(path, ".css")}-${digest}.css`;
      made.push({ name, contents });
      return { contents: dressed(name), loader: "js", watchFiles: [path] };
    });
  },
});
