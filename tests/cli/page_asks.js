// Put into a page of `qc report` by page_test.cpp: presses keys, follows links, measures, and tells what it found in the
// attribute data-told of the body.
const told = [];
const press = (key) =>
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const here = () => document.activeElement.id || document.activeElement.className;
const tell = (what, value) => told.push(what + ":" + value);

for (const keys of ["j", "j", "k", "k"]) {
  press(keys);
  tell(keys, here());
}
const inside = [...document.activeElement.querySelectorAll("details")];
press("Enter");
tell("opened", inside.every((d) => d.open));
press("Enter");
tell("closed", !inside.some((d) => d.open));
press("e");
tell("e", here());

// Each link inside of the page leads somewhere that can be seen.
location.hash = document.querySelector(".messages a").hash;
tell("link", document.querySelector(":target").id);
tell("hidden", [...document.querySelectorAll("a[href^='#']")].filter((a) => !document.querySelector(a.hash)).length);

// Nothing is wider than the window; cards stand beside the lines, or below them where there is no room.
tell("fits", document.documentElement.scrollWidth <= innerWidth);
const box = (e) => e.getBoundingClientRect();
tell("beside", [...document.querySelectorAll(".segment")].every((s) => {
  const a = box(s.querySelector(".lines")), b = box(s.querySelector(".cards"));
  return innerWidth > 960 ? a.right <= b.left + 1 && Math.abs(a.top - b.top) < 1 : a.bottom <= b.top + 1;
}));

// Contrasts by WCAG 2.
const level = (colour) => {
  const parts = colour.match(/[\d.]+/g).slice(0, 3).map((x) => x / 255);
  const linear = parts.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};
const back = (e) => {
  for (; e; e = e.parentElement) {
    const colour = getComputedStyle(e).backgroundColor;
    if (!colour.endsWith(", 0)")) return colour;
  }
  return "rgb(255, 255, 255)";
};
const faint = [...document.querySelectorAll("body *:not(script)")].filter((e) => {
  if (![...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim())) return false;
  const a = level(getComputedStyle(e).color), b = level(back(e));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
});
tell("faint", faint.map((e) => e.localName + "." + e.className).join());
tell("unnamed", document.querySelectorAll("img:not([alt]), a:empty, [role=region]:not([aria-labelledby])").length);
tell("dark", matchMedia("(prefers-color-scheme: dark)").matches);
document.body.dataset.told = told.join(" ");
