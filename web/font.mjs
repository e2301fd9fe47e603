/** The page's font: Inter (OFL 1.1) cut down to the signs the page writes, one file for every weight from 400 to 800. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

const INTER = "inter-ui/variable/InterVariable.woff2";
const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at));
/** What the page writes beyond ASCII; whatever else a house or a name has comes from the reader's own fonts. */
const SIGNS = "\u00a0×÷±–—−’‘“”…→←↑↓·½•✓°§¢£€";

/** The font as woff2: figures of one width and kerning kept, drawn for small sizes. */
export async function font() {
  const inter = readFileSync(fileURLToPath(import.meta.resolve(INTER)));
  return subset(inter, ASCII + SIGNS, {
    targetFormat: "woff2",
    keepFeatures: ["kern", "tnum"],
    noHinting: true,
    variationAxes: { wght: { min: 400, max: 800 }, opsz: 14 },
  });
}
