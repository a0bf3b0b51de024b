import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pagePath } from "@sheaf/contracts/pages.ts";
import { describe, expect, test } from "vitest";
import { testConfig } from "../../../testing/services.ts";
import { pageOf } from "./page.ts";

const web = join(import.meta.dirname, "../../../../web");
/** What Vite starts from; it leaves head and body as they are. */
const built = readFileSync(join(web, "index.html"), "utf8");
const page = (path: string, env: Record<string, string> = {}) => pageOf(built, path, testConfig("/nowhere", env));
const published = { PUBLIC_URL: "https://sheaf.test/" };

describe("what an address tells about itself", () => {
  test("a public page has one title, one description and, once published, one address", () => {
    const { status, html } = page("/Pricing/", published);
    expect(status).toBe(200);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain("<title>Pricing · Sheaf</title>");
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).toContain('content="Professional document management for accountants: ');
    expect(html).toContain('<link rel="canonical" href="https://sheaf.test/pricing">');
    expect(html).toContain('<meta property="og:title" content="Pricing · Sheaf">');
    expect(html).toContain('<html lang="en-GB">');
    expect(html).not.toContain("noindex");
  });

  test("nothing points to an address that nobody configured", () => {
    expect(page("/pricing").html).not.toMatch(/canonical|og:url|og:image/);
  });

  test("one of many things of a kind has its page, whichever it is", () => {
    const { status, html } = page("/admin/users/0f8b1c1e-1111-4222-8333-444455556666/");
    expect(status).toBe(200);
    expect(html).toContain("<title>User · Sheaf</title>");
  });

  test.each([["/customers"], ["/admin/login"], ["/nowhere"]])("%s is not for search engines", (path) => {
    expect(page(path, published).html).toContain('<meta name="robots" content="noindex">');
    expect(page(path, published).html).not.toContain("canonical");
  });

  test("a demonstration is not for search engines either", () => {
    expect(page("/", { ...published, SHEAF_DEMO: "1" }).html).toContain("noindex");
  });

  test("an unknown address is a page with the status that it deserves", () => {
    expect(page("/customers/some-id/more").status).toBe(404);
    expect(page("/constructor").status).toBe(404);
    expect(page("/admin/users").status).toBe(404);
    expect(page("/admin/users/some-id/more").status).toBe(404);
  });

  test("the facts of the installation come along, and end nothing early", () => {
    const { html } = page("/", { COMPANY_NAME: "</script><b>Bramble & Co" });
    const data = /<script type="application\/json" id="installation">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    expect(JSON.parse(data)).toMatchObject({ companyName: "</script><b>Bramble & Co", supportPhone: null });
  });
});

test("pages of an own practice promise nothing that only a service has", () => {
  for (const path of ["/auth", "/help", "/terms", "/privacy"]) {
    expect(page(path, { INSTALLATION: "practice" }).html).not.toMatch(/set up your practice|billing|what it costs/);
  }
  expect(page("/terms", { INSTALLATION: "practice" }).html).toContain(
    'content="Your rights and obligations when you use Sheaf.',
  );
});

test("every route of the web app is an address that the server knows", () => {
  const routes = readFileSync(join(web, "src/routes.tsx"), "utf8");
  const paths = [...routes.matchAll(/path="(\/[^"]*)"/g)].map((match) => match[1] ?? "");
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => pagePath(path) === undefined)).toEqual([]);
});

test("pages about money are not there in an own practice, whoever asks and however it is written", () => {
  const answer = (path: string, INSTALLATION: string) => {
    const { status, html } = pageOf(built, path, testConfig("/nowhere", { INSTALLATION }));
    return [status, /<title>(.*?)<\/title>/.exec(html)?.[1]];
  };
  for (const path of ["/pricing", "/subscribe", "/subscription-expired", "/refund", "/Pricing/"]) {
    expect(answer(path, "practice"), path).toEqual([404, "404 Page Not Found · Sheaf"]);
    expect(answer(path, "service")[0], path).toBe(200);
  }
  for (const path of ["/terms", "/privacy", "/help", "/auth", "/dashboard"]) {
    expect(answer(path, "practice")[0], path).toBe(200);
  }
});

test("names the parts of the page that is asked for, and no others, so that they are fetched at once", () => {
  const parts = {
    landing: { scripts: ["/assets/landing-1.js"], styles: ["/assets/landing-1.css"] },
    link: { scripts: ["/assets/link-1.js"], styles: [] },
    "admin-dashboard": { scripts: ["/assets/admin-dashboard-1.js"], styles: [] },
    "admin-user": { scripts: ["/assets/admin-user-1.js"], styles: [] },
  };
  const preloaded = (path: string) =>
    [
      ...pageOf(built, path, testConfig("/nowhere"), parts).html.matchAll(
        /rel="(?:module)?preload"[^>]*href="([^"]+)"/g,
      ),
    ].map(([, href]) => href);

  expect(preloaded("/")).toEqual(["/assets/landing-1.js", "/assets/landing-1.css"]);
  expect(preloaded("/auth/reset")).toEqual(["/assets/link-1.js"]);
  expect(preloaded("/admin/dashboard")).toEqual(["/assets/admin-dashboard-1.js"]);
  expect(preloaded("/admin/users/some-id")).toEqual(["/assets/admin-user-1.js"]);
  expect(preloaded("/customers")).toEqual([]);
  expect(preloaded("/nowhere")).toEqual([]);
});
