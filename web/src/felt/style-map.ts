/** `styleMap` as Lit has it, but set property by property: Lit's own first writes a style attribute, which the policy forbids. */
import { noChange } from "lit";
import { Directive, directive, type ElementPart, PartType, type PartInfo } from "lit/directive.js";

/** Styles by name, as CSS writes them (`--x`, `min-width`); what is null or undefined is taken away. */
export type Styles = Readonly<Record<string, string | number | null | undefined>>;

class StyleMap extends Directive {
  #had = new Set<string>();

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("styleMap stands alone in a tag: <div ${styleMap({…})}>");
  }

  render(_styles: Styles): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [styles]: [Styles]): typeof noChange {
    const { style } = part.element as HTMLElement;
    const has = new Set<string>();
    for (const [name, value] of Object.entries(styles)) {
      if (value == null) continue;
      has.add(name);
      style.setProperty(name, String(value));
    }
    for (const name of this.#had) if (!has.has(name)) style.removeProperty(name);
    this.#had = has;
    return noChange;
  }
}

/** `<div ${styleMap({ "--x": "4px" })}>`: in the tag itself, not as `style=…`. */
export const styleMap = directive(StyleMap);
