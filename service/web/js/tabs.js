/** Tabs by the ARIA pattern: arrows move between them, only the chosen one is in the tab order. */

import { el } from "./dom.js";

let count = 0;

/** `pages`: [{id, title, root, hidden?}]. Returns the root, `go(id)`, and `offer(id, wanted)`. */
export function tabs(label, pages, { small = false, onchange = () => {} } = {}) {
  const prefix = `tabs${++count}`;
  const parts = pages.map((page) => {
    const tab = el("button", {
      type: "button", role: "tab", id: `${prefix}-${page.id}`, "aria-controls": `${prefix}-${page.id}-page`, onclick: () => go(page.id),
    }, page.title);
    const panel = el("div", { role: "tabpanel", id: `${prefix}-${page.id}-page`, "aria-labelledby": tab.id, class: "page" }, page.root);
    return { id: page.id, tab, panel };
  });
  let current = null;

  function go(id, focus = false) {
    const changed = id !== current;
    current = id;
    for (const part of parts) {
      const chosen = part.id === id;
      part.tab.setAttribute("aria-selected", chosen);
      part.tab.tabIndex = chosen ? 0 : -1;
      part.panel.hidden = !chosen;
      if (chosen && focus) part.tab.focus();
    }
    if (changed) onchange(id);
  }

  function offer(id, wanted) {
    parts.find((part) => part.id === id).tab.hidden = !wanted;
  }

  function arrow(event) {
    const shown = parts.filter((part) => !part.tab.hidden);
    const at = shown.findIndex((part) => part.id === current);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(shown[(next + shown.length) % shown.length].id, true);
  }

  const strip = el("div", { role: "tablist", "aria-label": label, class: small ? "tablist small" : "tablist", onkeydown: arrow }, parts.map((part) => part.tab));
  const root = el("div", { class: "tabs" }, strip, parts.map((part) => part.panel));
  go(pages[0].id);
  return { root, go, offer, current: () => current };
}
