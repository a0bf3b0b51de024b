import axe, { type AxeResults, type RunOnly, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const allRules: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};
/** The rules whose result depends on colours. */
const rulesOfColours: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/**
 * Waits until transitions have ended, so that colours are judged in their final state. Endless animations, such as the
 * pulse of a loading placeholder, are not waited for.
 */
const settled = `(async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
})()`;

/** Returns the accessibility rules that the page breaks, each with the elements that break it. */
export async function accessibilityProblems(page: Page, runOnly = allRules): Promise<string[]> {
  const options: RunOptions = { runOnly, resultTypes: ["violations"] };
  await page.evaluate(axe.source);
  await page.evaluate(settled);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** As `accessibilityProblems`, of a page that follows the system's theme: in the light, and its colours in the dark. */
export async function problemsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await accessibilityProblems(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await accessibilityProblems(page, rulesOfColours);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((problem) => `in the dark, ${problem}`)];
}
