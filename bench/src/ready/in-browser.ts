import { setTimeout as delay } from "node:timers/promises";
import { openBrowser } from "@sheaf/journeys/harness.ts";
import type { PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import { fixturePath } from "../../../fixtures/files.ts";
import { readyWithinMs, type Way } from "./uploads.ts";

/** The result of the script in the page. */
interface Seen {
  look: "green" | "red";
  ms: number;
}

/**
 * Runs in the page: measures from the press of Create PDF, before the page's own handlers, until the light of the job
 * is green or red. Nothing is polled, neither here nor by the driver, so that neither adds an interval of its own.
 */
const watchLight = `void (window.benchReady = new Promise((resolve) => {
  let pressedAt;
  const press = ({ target }) => {
    if (target.closest("button")?.textContent.trim() === "Create PDF") pressedAt ??= performance.now();
  };
  window.addEventListener("click", press, { capture: true });
  const observer = new MutationObserver(() => {
    const now = performance.now();
    const light = pressedAt !== undefined && document.querySelector("[role=dialog] .footnote .light");
    const look = light && (light.matches(".light--ok") ? "green" : light.matches(".light--bad") && "red");
    if (!look) return;
    observer.disconnect();
    resolve({ look, ms: now - pressedAt });
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
}))`;

/**
 * Opens Chromium, as the journeys do, and signs the practice's user in. Each upload begins on a newly loaded page whose
 * event stream is open; the time counts inside the page.
 * @throws Error when the user cannot sign in
 */
export async function openBrowserWay(url: string, client: PracticeClient): Promise<Way & { version: string }> {
  const browser = await openBrowser();
  const page = await browser.newPage();
  const signedIn = await page.request.post(`${url}/api/login`, {
    headers: { origin: url },
    data: { username: client.username, password: client.password },
  });
  if (!signedIn.ok()) throw new Error(`Signing in returned ${signedIn.status()}: ${await signedIn.text()}`);
  return {
    version: `Chromium ${browser.version()}`,
    async toReady(files) {
      const streaming = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/events");
      await page.goto(`${url}/upload`);
      await streaming;
      await page.getByRole("button", { name: "Start Upload Process" }).click();
      await page.getByRole("option", { name: /Bright Bakery/ }).click();
      await page.getByLabel("Choose files").setInputFiles(files.map(fixturePath));
      const create = page.getByRole("button", { name: "Create PDF", disabled: false });
      await create.waitFor();
      await page.evaluate(watchLight);
      await create.click();
      const seen = await Promise.race([page.evaluate<Seen>("window.benchReady"), delay(readyWithinMs, undefined)]);
      await page.goto("about:blank"); // an open page would read the jobs that are sent without a browser
      if (seen?.look !== "green") throw new Error(seen ? "The light turned red." : "The light did not change in time.");
      return seen.ms;
    },
    close: () => browser.close(),
  };
}
