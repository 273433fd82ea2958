// Opens a page that hotseat has written in headless Chromium, and uses it as a reader would. Prints a line for each check.
//
//   node page.mjs PAGE CHROMIUM [SCREENSHOTS]
//
// The packages are those of the folder NODE_PACKAGES.
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const packages = createRequire(pathToFileURL(join(process.env.NODE_PACKAGES, "package.json")));
const { default: puppeteer } = await import(pathToFileURL(packages.resolve("puppeteer-core")));
const axe = readFileSync(packages.resolve("axe-core/axe.min.js"), "utf8");
const [file, executablePath, screenshots] = process.argv.slice(2);
const url = pathToFileURL(file).href;
const userDataDir = mkdtempSync(join(tmpdir(), "hotseat-page-"));
const browser = await puppeteer.launch({
  executablePath,
  userDataDir,
  headless: true,
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
  ],
});
let failed = false;
const check = (name, holds, found = "") => {
  failed ||= !holds;
  console.log(`${holds ? "ok" : "FAILED"}: ${name}${holds ? "" : `: ${JSON.stringify(found)}`}`);
};

const errors = [];
const opened = async (hash = "", settings = {}) => {
  const page = await browser.newPage();
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.setViewport({ width: settings.width ?? 1280, height: 800 });
  await page.setJavaScriptEnabled(settings.scripts ?? true);
  if (settings.dark) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await page.goto(url + hash);
  return page;
};
const violations = async (page) => {
  // The page forbids scripts of others, so axe comes in by the debugger.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)} (${nodes.length})`);
};
const shot = async (page, name, options = {}) => {
  if (screenshots) await page.screenshot({ path: join(screenshots, `${name}.png`), ...options });
};
const rows = (page) => page.$$eval("tbody tr", (all) => all.filter((row) => row.offsetParent !== null).length);

const page = await opened();
const all = await page.$eval("#stories", (node) => Number(node.dataset.rows));
check("every requirement has a row", (await page.$$eval("tbody tr", (found) => found.length)) === all);
const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
console.log(`first paint after ${Math.round(paint)} ms`);
const shift = await page.evaluate(
  () =>
    new Promise((done) => {
      let sum = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value))).observe({
        type: "layout-shift",
        buffered: true,
      });
      requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
    }),
);
check("nothing shifts", shift === 0, shift);
let found = await violations(page);
check("axe finds nothing in the table", found.length === 0, found);
await shot(page, "table");

const without = await opened("", { scripts: false });
check("the table is whole without scripts", (await without.$$eval("tbody tr", (found) => found.length)) === all);
await without.close();

// By keyboard: the first cell with a story. A page in the background draws nothing.
await page.bringToFront();
await page.focus("tbody button");
const cell = await page.$eval("tbody button", (button) => `${button.closest("tr").id}/${button.dataset.at}`);
await page.keyboard.press("Enter");
check("Enter opens a story", await page.$eval("dialog", (dialog) => dialog.open));
check("the fragment names the cell", decodeURIComponent(new URL(page.url()).hash) === `#${cell}`, page.url());
check("the run is drawn", (await page.$$("dialog svg .arrow")).length > 0);
found = await violations(page);
check("axe finds nothing in a story", found.length === 0, found);
await shot(page, "story");
await page.keyboard.press("Escape");
check("Escape closes it", !(await page.$eval("dialog", (dialog) => dialog.open)));
check("the focus is back", await page.evaluate(() => document.activeElement.matches("tbody button")));
// The event that follows the closing comes a moment later.
await page.evaluate(
  () =>
    new Promise((done) => {
      const look = () => (location.hash === "" ? done() : requestAnimationFrame(look));
      look();
    }),
);
check("the fragment is empty again", new URL(page.url()).hash === "", page.url());

await page.select("select[name=verdict]", "fail");
const failing = await page.$$eval("tbody tr", (all) => all.filter((row) => row.querySelector("td.fail")).length);
check("a filter shows what fails", (await rows(page)) === failing && failing < all, [await rows(page), failing]);
check("the fragment has the filter", page.url().endsWith("#?verdict=fail"), page.url());
found = await violations(page);
check("axe finds nothing while a filter is set", found.length === 0, found);
await page.type("input[name=text]", "no requirement says this");
check("a filter that fits nothing says so", await page.$eval("#none", (none) => !none.hidden));

const dark = await opened(`#${cell}`, { dark: true });
check("a link to a cell opens it", await dark.$eval("dialog", (dialog) => dialog.open));
found = await violations(dark);
check("axe finds nothing in the dark", found.length === 0, found);
await shot(dark, "dark");

const phone = await opened("", { width: 360 });
const width = await phone.evaluate(() => document.documentElement.scrollWidth);
check("a phone need not scroll sideways", width <= 360, width);
await shot(phone, "phone");
await page.emulateMediaType("print");
await shot(page, "paper");

check("no script of others ran, and nothing failed", errors.length === 0, errors);
await browser.close();
rmSync(userDataDir, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
