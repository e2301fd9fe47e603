/** A link for a camera: dark squares on a light ground, four wide around it, in every theme. */
import { correction, generate } from "lean-qr";
import { svg, type SVGTemplateResult } from "lit";

const QUIET = 4;

export function qr(link: string): SVGTemplateResult {
  const code = generate(link, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET;
  return svg`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="The same address for a camera"
    ><rect width=${size} height=${size} fill="#fff"></rect
    ><path d=${squares(code.size, (x, y) => code.get(x, y))} fill="#000" shape-rendering="crispEdges"></path
  ></svg>`;
}

/** Rows of dark squares, each row's neighbours drawn as one. */
export function squares(size: number, dark: (x: number, y: number) => boolean): string {
  let path = "";
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!dark(x, y)) continue;
      const from = x;
      while (x + 1 < size && dark(x + 1, y)) x++;
      path += `M${from + QUIET} ${y + QUIET}h${x - from + 1}v1h-${x - from + 1}z`;
    }
  return path;
}
