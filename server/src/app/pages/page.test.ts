import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pagePath } from "@sheaf/contracts/pages.ts";
import { describe, expect, test } from "vitest";
import { testConfig } from "../../../testing/services.ts";
import { pageOf } from "./page.ts";

const web = join(import.meta.dirname, "../../../../web");
/** The source that Vite builds; the build does not change its head and body. */
const built = readFileSync(join(web, "index.html"), "utf8");
const page = (path: string, env: Record<string, string> = {}) => pageOf(built, path, testConfig("/nowhere", env));
const published = { PUBLIC_URL: "https://sheaf.test/" };

describe("metadata of a page", () => {
  test("a public page has one title, one description and, with PUBLIC_URL, one canonical address", () => {
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

  test("without PUBLIC_URL, a page has no canonical address and no image", () => {
    expect(page("/pricing").html).not.toMatch(/canonical|og:url|og:image/);
  });

  test("an address with an id has its page, whatever the id", () => {
    const { status, html } = page("/admin/users/0f8b1c1e-1111-4222-8333-444455556666/");
    expect(status).toBe(200);
    expect(html).toContain("<title>User · Sheaf</title>");
  });

  test.each([["/customers"], ["/admin/login"], ["/nowhere"]])("%s must not be indexed", (path) => {
    expect(page(path, published).html).toContain('<meta name="robots" content="noindex">');
    expect(page(path, published).html).not.toContain("canonical");
  });

  test("a demonstration must not be indexed", () => {
    expect(page("/", { ...published, SHEAF_DEMO: "1" }).html).toContain("noindex");
  });

  test("an unknown address returns a page with status 404", () => {
    expect(page("/customers/some-id/more").status).toBe(404);
    expect(page("/constructor").status).toBe(404);
    expect(page("/admin/users").status).toBe(404);
    expect(page("/admin/users/some-id/more").status).toBe(404);
  });

  test("the page contains the facts of the installation, escaped so that they cannot end the script element", () => {
    const { html } = page("/", { COMPANY_NAME: "</script><b>Bramble & Co" });
    const data = /<script type="application\/json" id="installation">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    expect(JSON.parse(data)).toMatchObject({ companyName: "</script><b>Bramble & Co", supportPhone: null });
  });
});

test("pages of an own practice do not mention what only a service offers", () => {
  for (const path of ["/auth", "/help", "/terms", "/privacy"]) {
    expect(page(path, { INSTALLATION: "practice" }).html).not.toMatch(/set up your practice|billing|what it costs/);
  }
  expect(page("/terms", { INSTALLATION: "practice" }).html).toContain(
    'content="Your rights and obligations when you use Sheaf.',
  );
});

test("the server knows every route of the web app", () => {
  const routes = readFileSync(join(web, "src/routes.tsx"), "utf8");
  const paths = [...routes.matchAll(/path="(\/[^"]*)"/g)].map((match) => match[1] ?? "");
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => pagePath(path) === undefined)).toEqual([]);
});

test("pages about payments return 404 in an own practice, in any spelling of the address", () => {
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

test("preloads the scripts and styles of the requested page, and no others", () => {
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
