import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { outboxOnly } from "../../testing/people.ts";

const answers = {
  "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } },
  "GET /api/installation": { ...outboxOnly, companyName: "Bramble Software Ltd", supportPhone: "020 7946 0000" },
};

const facts = {
  "/terms": [
    "Terms of Service",
    /Bramble Software Ltd/,
    /no auto-renewal/,
    /must be 18 years of age/,
    /we tell you 30 days before/,
    /99\.9% of the time/,
    /Solo Practitioner £9, Small Firm £24 and Growth Practice £50/,
    /deleted automatically after the number of days set by you, by default 30, and after 90 days/,
  ],
  "/privacy": [
    "Privacy Notice",
    /Bramble Software Ltd/,
    /deleted automatically after 90 days/,
    /read the pages, in a sandbox without network access/,
    /these names remain: .* stays with its job in lists and exports after the document is erased or reading is turned off/,
    /can turn reading off in Settings\. Everything that was read is then erased, apart from such names/,
    /Transaction records: 7 years/,
    /Audit logs: 1 year/,
    /hashed with scrypt/,
    /the only third-party script is PayPal’s, on the page where you pay with it/,
  ],
  "/refund": [
    "Refund Policy",
    /within 30 days of making it/,
    /Under 10%/,
    /Above 50%/,
    /worth 110% of the refund: £24\.00 becomes £26\.40/,
    /within 24 hours/,
    /by card: 5-10 business days/,
    /by PayPal: 3-5 business days/,
    /by bank transfer: 10-15 business days/,
    /A refund ends the period that the payment bought, and so does a service credit/,
  ],
} as const;

test.each(Object.entries(facts))(
  "[S2.68] %s states its terms, the operator and its date, with a link home",
  async (path, [title, ...words]) => {
    const page = openPage(path, answers);
    await page.findByRole("heading", { name: title });
    const text = (await page.findByRole("main")).textContent ?? "";
    for (const one of words) expect(text).toMatch(one);
    expect(page.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");

    const contents = within(page.getByRole("navigation", { name: "On this page" })).getAllByRole("link");
    expect(contents.length).toBeGreaterThan(4);
    for (const link of contents) {
      expect(document.querySelector(link.getAttribute("href") ?? "")?.textContent).toContain(link.textContent);
    }
  },
);
