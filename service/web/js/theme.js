/** Light, dark, or as the system has it; remembered in this browser. */

const KEY = "rungwise-theme";
const NAMES = { auto: "auto", light: "light", dark: "dark" };

export function installTheme(control) {
  const kept = localStorage.getItem(KEY);
  let theme = kept in NAMES ? kept : "auto";
  const apply = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    control.textContent = `Theme: ${NAMES[theme]}`;
    localStorage.setItem(KEY, theme);
  };
  control.addEventListener("click", () => {
    const names = Object.keys(NAMES);
    theme = names[(names.indexOf(theme) + 1) % names.length];
    apply();
  });
  apply();
}
