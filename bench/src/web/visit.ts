import { launch } from "chrome-launcher";
import lighthouse, { type Config, desktopConfig, type Result } from "lighthouse";
import { chromiumPath } from "../../../scripts/chromium.ts";

/** The results of one visit to a page. Scores are 0 to 100, as in Lighthouse's report. */
export interface Visit {
  scores: Record<Category, number>;
  /**
   * Largest contentful paint of this machine's Chromium in milliseconds, without simulation. The scores are computed
   * for a slower connection and, on a phone, a slower processor.
   */
  lcpMs: number;
  /** Cumulative layout shift, without a unit. */
  cls: number;
  /** Transferred size of all script that the page had fetched when Lighthouse considered the network idle. */
  scriptBytes: number;
  /** Faults that kept a category below 100, by their Lighthouse titles. */
  faults: { category: Category; title: string }[];
}

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof categories)[number];

export const screens = ["phone", "desktop"] as const;
export type Screen = (typeof screens)[number];

export interface Browser {
  version: string;
  /** @param cookie value of the Cookie header, for pages behind the sign-in */
  visit(url: string, screen: Screen, cookie?: string): Promise<Visit>;
  close(): void;
}

/** Opens a Chromium that can reach only this machine. */
export async function openBrowser(): Promise<Browser> {
  const chromium = await launch({
    chromePath: chromiumPath,
    chromeFlags: [
      "--headless",
      "--no-sandbox",
      "--disable-quic",
      "--disable-gpu",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1",
    ],
    logLevel: "error",
  });
  const answer = await fetch(`http://127.0.0.1:${chromium.port}/json/version`);
  const { Browser: version } = (await answer.json()) as { Browser: string };
  return {
    version,
    async visit(url, screen, cookie) {
      const ran = await lighthouse(
        url,
        { port: chromium.port, logLevel: "error", ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}) },
        configFor(screen),
      );
      if (!ran || ran.lhr.runtimeError) throw new Error(`${url}: ${ran?.lhr.runtimeError?.message ?? "no result"}`);
      return read(ran.lhr);
    },
    close: () => chromium.kill(),
  };
}

/** Ignored audits: a demonstration asks search engines not to index it, but a real installation does not. */
const notOfADemonstration = ["is-crawlable"];

function configFor(screen: Screen): Config {
  const base: Config = screen === "desktop" ? desktopConfig : { extends: "lighthouse:default" };
  return {
    ...base,
    settings: { ...base.settings, onlyCategories: [...categories], skipAudits: notOfADemonstration },
  };
}

function read(lhr: Result): Visit {
  const [metrics] = itemsOf(lhr, "metrics");
  const requests = itemsOf(lhr, "network-requests");
  const scripts = requests.filter(({ resourceType }) => resourceType === "Script");
  return {
    scores: scoresOf(lhr),
    lcpMs: Number(metrics?.observedLargestContentfulPaint),
    cls: Number(metrics?.observedCumulativeLayoutShift),
    scriptBytes: scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0),
    faults: categories.flatMap((category) => faultsOf(lhr, category)),
  };
}

function scoresOf({ categories: judged }: Result): Visit["scores"] {
  const score = (category: Category) => Math.round((judged[category]?.score ?? Number.NaN) * 100);
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
  };
}

function faultsOf(lhr: Result, category: Category): Visit["faults"] {
  const counted = lhr.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return counted.flatMap(({ id }) => {
    const audit = lhr.audits[id];
    if (!audit || audit.score === null || audit.score >= 0.9) return [];
    return [{ category, title: [audit.title, audit.displayValue].filter(Boolean).join(": ") }];
  });
}

function itemsOf({ audits }: Result, id: string): Record<string, unknown>[] {
  const details = audits[id]?.details;
  return details && "items" in details && Array.isArray(details.items) ? details.items : [];
}
