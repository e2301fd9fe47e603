/** Keeps what was typed into a page while the page is loaded again: by the name of its field, in this tab alone. */
import { tabStorage } from "../state/tab-storage";

export const TYPED = "sevenout.typed";
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Never kept: what nobody else may read, and what a page may not fill in. */
const SECRET = new Set(["password", "file", "hidden"]);

export function keepTyped(): void {
  const typed = fields().flatMap((field): [string, string][] => {
    if (!name(field)) return [];
    if (field.type === "radio") return ticked(field) ? [[name(field), field.value]] : [];
    if (field.type === "checkbox") return [[name(field), String(ticked(field))]];
    return field.value ? [[name(field), field.value]] : [];
  });
  tabStorage()?.setItem(TYPED, JSON.stringify(typed));
}

/** Puts it back where it was, as soon as each field is there: one in a panel when the panel is opened. */
export function restoreTyped(): void {
  const kept = new Map(JSON.parse(tabStorage()?.getItem(TYPED) ?? "[]") as [string, string][]);
  tabStorage()?.removeItem(TYPED);
  const fill = (): void => {
    for (const field of fields()) {
      const value = kept.get(name(field));
      if (value === undefined || (field.type === "radio" && field.value !== value)) continue;
      kept.delete(name(field));
      put(field, value);
    }
    if (!kept.size) watch.disconnect();
  };
  const watch = new MutationObserver(fill);
  watch.observe(document.body, { subtree: true, childList: true });
  fill();
}

function put(field: Field, value: string): void {
  if (field.type === "radio" || field.type === "checkbox") {
    if (ticked(field) !== (field.type === "radio" || value === "true")) field.click();
  } else if (field.value !== value) {
    field.value = value;
    for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
  }
}

function fields(): Field[] {
  return [...document.querySelectorAll<Field>("input, textarea, select")].filter(({ type }) => !SECRET.has(type));
}

function name(field: Field): string {
  return field.id || field.name || (field.labels?.[0]?.textContent.trim() ?? "");
}

function ticked(field: Field): boolean {
  return (field as HTMLInputElement).checked;
}
