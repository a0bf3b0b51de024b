import type { InstallationSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signInAdmin } from "../../../testing/admin.ts";
import { type Answer, openPage } from "../../../testing/page.tsx";

beforeEach(() => signInAdmin());
afterEach(() => localStorage.clear());

const unset = { isSet: false };
const set = { isSet: true };
const from = { name: "Okafor & Co", address: "post@okafor.example" };
const mail: InstallationSettings["mail"] = {
  transport: "smtp",
  from,
  inbound: null,
  smtp: {
    host: "smtp.okafor.example",
    port: 587,
    security: "starttls",
    username: "anna",
    password: set,
    maxMb: 25,
    dkim: null,
  },
  sendgrid: { region: "global", apiKey: unset, webhookKey: unset },
  postmark: { token: unset, stream: "outbound", webhookAuth: unset },
  ses: {
    region: "eu-west-2",
    accessKeyId: unset,
    secretAccessKey: unset,
    configurationSet: null,
    topicArn: null,
  },
  mailgun: { region: "global", domain: null, apiKey: unset, signingKey: unset },
  fixed: {},
};
const settings: InstallationSettings = {
  demo: false,
  kind: { kind: "service", fixed: {} },
  company: {
    name: "Okafor & Co",
    addressLines: ["1 High Street", "Leeds"],
    vatNumber: null,
    supportEmail: "help@okafor.example",
    supportPhone: null,
    supportHours: "Always",
    salesEmail: "sales@okafor.example",
    fixed: { supportHours: "SUPPORT_HOURS" },
  },
  mail,
};

async function open(part: Partial<InstallationSettings> = {}, answers: Record<string, Answer> = {}) {
  const page = openPage("/admin/dashboard?tab=settings", {
    "GET /api/admin/settings": { ...settings, ...part },
    ...answers,
  });
  await page.findByRole("region", { name: "Company" });
  const company = within(screen.getByRole("region", { name: "Company" }));
  const mailPart = within(screen.getByRole("region", { name: "Email" }));
  const type = async (field: HTMLElement, text: string) => {
    await page.user.clear(field);
    await page.user.type(field, text);
  };
  const save = () => page.user.click(screen.getByRole("button", { name: "Save Changes" }));
  const sent = (call: string) =>
    page.asked.filter((one) => one.call === call).map(({ body }) => JSON.parse(String(body)));
  return { page, company, mailPart, type, save, sent };
}

describe("the company", () => {
  test("is saved as typed, with a note that it soon applies everywhere", async () => {
    const { page, company, type, save, sent } = await open();
    page.answers["PUT /api/admin/settings/company"] = settings;
    await type(company.getByLabelText("Address"), "2 Low Street\n\nYork");
    await screen.findByText("1 unsaved change");
    await save();
    await screen.findByText("They apply everywhere within 10 seconds.");
    expect(sent("PUT /api/admin/settings/company")).toEqual([
      {
        name: "Okafor & Co",
        addressLines: ["2 Low Street", "York"],
        vatNumber: null,
        supportEmail: "help@okafor.example",
        supportPhone: null,
        supportHours: "Always",
        salesEmail: "sales@okafor.example",
      },
    ]);
    expect(sent("PUT /api/admin/settings/mail")).toEqual([]);
  });

  test("shows which environment variable fixes a field, which cannot be changed", async () => {
    const { company } = await open();
    expect(company.getByLabelText("Support hours")).toHaveProperty("readOnly", true);
    company.getByText("Set by the environment variable SUPPORT_HOURS.");
  });

  test("has no fields about selling in an own practice", async () => {
    const { company } = await open({ kind: { kind: "practice", fixed: {} } });
    company.getByLabelText("Support email");
    for (const label of ["Address", /^VAT number/, "Sales email"]) expect(company.queryByLabelText(label)).toBeNull();
  });

  test("shows the server's refusal at the field, and keeps what was typed", async () => {
    const { page, company, type, save } = await open();
    const body = { code: "settings-refused", message: "VAT number must be another one.", field: "vatNumber" };
    page.answers["PUT /api/admin/settings/company"] = { status: 422, body };
    await type(company.getByLabelText(/^VAT number/), "GB 123 4567");
    await save();
    await company.findByText("VAT number must be another one.");
    expect(company.getByLabelText(/^VAT number/)).toHaveProperty("value", "GB 123 4567");
    expect(document.activeElement).toBe(company.getByLabelText(/^VAT number/));
  });
});

describe("mail", () => {
  test("requires the password again when the server changes, and only then", async () => {
    const { page, mailPart, type, save, sent } = await open();
    page.answers["PUT /api/admin/settings/mail"] = settings;
    mailPart.getByText("Set. Leave empty to keep it.");
    await type(mailPart.getByLabelText("Server"), "smtp.elsewhere.example");
    expect(mailPart.queryByText("Set. Leave empty to keep it.")).toBeNull();
    await save();
    await mailPart.findByText("The server or its account changed. Enter the password again");
    expect(sent("PUT /api/admin/settings/mail")).toEqual([]);

    await type(mailPart.getByLabelText("Password"), "a new one");
    await save();
    await screen.findByText("Settings saved");
    expect(sent("PUT /api/admin/settings/mail")).toMatchObject([
      { transport: "smtp", smtp: { host: "smtp.elsewhere.example", port: 587, password: "a new one" } },
    ]);
  });

  test("does not send an unchanged password", async () => {
    const { page, mailPart, type, save, sent } = await open();
    page.answers["PUT /api/admin/settings/mail"] = settings;
    await type(mailPart.getByLabelText("Sender’s address"), "office@okafor.example");
    await save();
    await screen.findByText("Settings saved");
    const [body] = sent("PUT /api/admin/settings/mail");
    expect(body.smtp).not.toHaveProperty("password");
    expect(body.from).toEqual({ name: "Okafor & Co", address: "office@okafor.example" });
  });

  test.each([
    ["sendgrid", { "API key": "k" }, { sendgrid: { region: "global", apiKey: "k" } }],
    ["postmark", { "Server API token": "t" }, { postmark: { token: "t", stream: "outbound" } }],
    [
      "ses",
      { "Access key ID": "i", "Secret access key": "s" },
      { ses: { region: "eu-west-2", accessKeyId: "i", secretAccessKey: "s", configurationSet: null, topicArn: null } },
    ],
    ["mailgun", { "Sending domain": "a.example", "API key": "k" }, { mailgun: { domain: "a.example", apiKey: "k" } }],
    ["outbox", {}, {}],
  ])("switches to %s with its own fields", async (transport, fields: Record<string, string>, expected) => {
    const { page, mailPart, type, save, sent } = await open();
    page.answers["PUT /api/admin/settings/mail"] = settings;
    await page.user.selectOptions(mailPart.getByLabelText("How emails are sent"), transport);
    for (const [label, text] of Object.entries(fields)) await type(mailPart.getByLabelText(label), text);
    await save();
    await screen.findByText("Settings saved");
    expect(sent("PUT /api/admin/settings/mail")).toMatchObject([{ transport, from, inbound: null, ...expected }]);
  });

  test("changes the port together with the encryption", async () => {
    const { page, mailPart } = await open();
    await page.user.selectOptions(mailPart.getByLabelText("Encryption"), "tls");
    expect(mailPart.getByLabelText("Port")).toHaveProperty("value", "465");
  });

  test("cannot be changed where SMTP_URL is set", async () => {
    const fixed = { transport: "SMTP_URL", "smtp.host": "SMTP_URL", "smtp.password": "SMTP_URL" };
    const { mailPart } = await open({ mail: { ...mail, fixed } });
    expect(mailPart.getByLabelText("How emails are sent")).toHaveProperty("disabled", true);
    expect(mailPart.getByLabelText("Server")).toHaveProperty("readOnly", true);
    expect(mailPart.getAllByText("Set by the environment variable SMTP_URL.")).toHaveLength(3);
  });

  test("removes a webhook's secret on request", async () => {
    const { page, mailPart, save, sent } = await open({
      mail: {
        ...mail,
        transport: "mailgun",
        mailgun: { region: "eu", domain: "a.example", apiKey: set, signingKey: set },
      },
    });
    page.answers["PUT /api/admin/settings/mail"] = settings;
    await page.user.click(mailPart.getByText("Webhook and replies"));
    await page.user.click(mailPart.getByRole("button", { name: "Remove Webhook signing key" }));
    await save();
    await screen.findByText("Settings saved");
    expect(sent("PUT /api/admin/settings/mail")[0].mailgun).toEqual({
      region: "eu",
      domain: "a.example",
      signingKey: null,
    });
  });

  test("is tested with the unsaved values, and shows the server's response", async () => {
    const { page, mailPart, type, sent } = await open();
    page.answers["POST /api/admin/settings/test-email"] = {
      answer: "250 taken as 1",
      from: "Okafor <post@okafor.example>",
    };
    const tryIt = () => page.user.click(mailPart.getByRole("button", { name: "Send test email" }));
    await tryIt();
    await mailPart.findByText("250 taken as 1");
    await type(mailPart.getByLabelText("Server"), "smtp.elsewhere.example");
    await tryIt();
    await mailPart.findByText("Correct the fields above first");
    await type(mailPart.getByLabelText("Password"), "new");
    page.answers["POST /api/admin/settings/test-email"] = {
      status: 502,
      body: { code: "email-not-sent", message: "535 5.7.8 No such account" },
    };
    await tryIt();
    await mailPart.findByText("535 5.7.8 No such account");
    expect(sent("POST /api/admin/settings/test-email")).toMatchObject([
      { to: "margaret@operator.example" },
      { to: "margaret@operator.example", mail: { smtp: { host: "smtp.elsewhere.example", password: "new" } } },
    ]);
  });

  test("of a demonstration says why it cannot be changed", async () => {
    const { mailPart } = await open({ demo: true, mail: { ...mail, transport: "demo", smtp: null } });
    mailPart.getByText(/no email leaves this machine/);
    expect(mailPart.queryByLabelText("How emails are sent")).toBeNull();
  });
});

test("the kind of installation changes after its consequences were confirmed", async () => {
  const { page, sent } = await open();
  page.answers["PUT /api/admin/settings/kind"] = { ...settings, kind: { kind: "practice", fixed: {} } };
  page.answers["GET /api/admin/settings"] = page.answers["PUT /api/admin/settings/kind"];
  await page.user.click(screen.getByRole("button", { name: "Use it for our own practice" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/Changing back to a service loses nothing/);
  await page.user.click(dialog.getByRole("button", { name: "Use it for our own practice" }));
  await screen.findByRole("button", { name: "Offer it as a service" });
  expect(sent("PUT /api/admin/settings/kind")).toEqual([{ kind: "practice" }]);
});
