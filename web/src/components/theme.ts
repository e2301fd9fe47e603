/** Sets the theme, motion and labels that somebody prefers, once, on the root element. */
import { STORAGE_KEY, preferences } from "../state/preferences";

/** The page looks as it is liked, from now on and whenever that changes; answers with how to stop. */
export function applyTheme(page: HTMLElement): () => void {
  const light = matchMedia("(prefers-color-scheme: light)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const put = (): void => {
    const theme = preferences.get("theme");
    page.dataset["theme"] = theme !== "auto" ? theme : contrast.matches ? "contrast" : light.matches ? "light" : "dark";
    page.toggleAttribute("data-still", preferences.get("motion") === "off");
    page.toggleAttribute("data-labels", preferences.get("labels"));
  };
  const elsewhere = (event: StorageEvent): void => {
    if (event.key === STORAGE_KEY) preferences.reread();
  };
  put();
  const stop = preferences.subscribe(put);
  for (const asked of [light, contrast]) asked.addEventListener("change", put);
  addEventListener("storage", elsewhere);
  return () => {
    stop();
    for (const asked of [light, contrast]) asked.removeEventListener("change", put);
    removeEventListener("storage", elsewhere);
  };
}
