import { launchBrowser, openContext } from "/work/wt-web/test/support/browser.ts";
const [origin, ...rest] = process.argv.slice(2);
const browser = await launchBrowser();
for (const spec of rest) {
  const [path, name, w = "1280", scheme = "light"] = spec.split("|");
  const { context, complaints } = await openContext(browser, origin, { viewport: { width: Number(w), height: 900 }, colorScheme: scheme as "light" });
  const page = await context.newPage();
  await page.goto(path, { waitUntil: "networkidle" }).catch((e) => console.log("goto", String(e).slice(0, 200)));
  const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
  console.log(name, "overflow", over, complaints);
  await context.close();
}
await browser.close();
