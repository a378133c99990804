/** Words that need explaining: a dotted underline, and what they mean on hover, focus or tap. */

import { el } from "./dom.js";
import { MEANINGS } from "./rungs.js";

export const WORDS = {
  ...MEANINGS,
  node: "One value tried for one cell (ladder), one decision (sat), one branch (cpsat) or one placement (raw).",
  engine: "A way of solving that shares no code with the others. Their agreement is what a verdict rests on.",
  ladder: "Climbs the deductions a person would use, then tries single assumptions, then searches.",
  sat: "Clauses under a satisfiability solver.",
  cpsat: "The constraint solver of Google's OR-Tools.",
  raw: "Plain enumeration, without any of the ladder's deductions.",
  ganak: "Counts answers exactly without listing them.",
  grade: "The weakest deductions that are enough to finish the board.",
  twin: "Another picture that has exactly the same clues.",
  seed: "The same number makes the same puzzle again.",
  given: "A cell whose content is printed with the puzzle.",
};

const tip = el("div", { class: "tip", id: "tip", role: "tooltip", hidden: true });

/** A word with its meaning, if it has one. */
export function term(word, shown = word) {
  return WORDS[word] ? el("button", { type: "button", class: "term", "data-tip": word }, shown) : el("span", {}, shown);
}

function show(target) {
  tip.textContent = WORDS[target.dataset.tip];
  tip.hidden = false;
  target.setAttribute("aria-describedby", "tip");
  const box = target.getBoundingClientRect();
  const width = tip.offsetWidth;
  tip.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  const above = box.top - tip.offsetHeight - 6;
  tip.style.top = `${above > 4 ? above : box.bottom + 6}px`;
}

function hide() {
  tip.hidden = true;
  document.querySelector("[aria-describedby=tip]")?.removeAttribute("aria-describedby");
}

/** Listen on the whole page, once. */
export function installTips() {
  document.body.append(tip);
  const found = (event) => event.target.closest?.("[data-tip]");
  for (const name of ["pointerover", "focusin", "click"]) document.addEventListener(name, (event) => found(event) && show(found(event)));
  for (const name of ["pointerout", "focusout"]) document.addEventListener(name, (event) => found(event) && hide());
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("scroll", hide, { capture: true, passive: true });
}
