import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer } from "../../../testing/mail/mail-server.ts";
import { openTestServices, type TestServices, testConfig } from "../../../testing/services.ts";
import { openServices } from "../../app/open-services.ts";
import { readStoredSettings, writeStoredSettings } from "./stored-settings.ts";
import { installationSettings } from "./table.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices({ env: { VAT_NUMBER: "GB 123 4567 89" } });
});
afterAll(() => services.close());

const store = (changes: Parameters<typeof writeStoredSettings>[2]) =>
  services.db.transaction((tx) => writeStoredSettings(tx, services.key, changes));

test("a running process and one that starts later both use stored settings, and environment variables take precedence", async () => {
  expect(services.config.companyName).toBe("Sheaf");
  await store({ COMPANY_NAME: "Okafor & Co", COMPANY_ADDRESS: "1 High Street;Leeds", VAT_NUMBER: "GB 999 9999 99" });
  await services.liveConfig.refresh();
  const { config: own, databaseUrl, log } = services;
  const another = testConfig(own.dataDir, { VAT_NUMBER: "GB 123 4567 89" });
  const later = await openServices(another, log, databaseUrl, { worker: false });
  await later.close();

  for (const config of [own, another]) {
    expect(config).toMatchObject({ companyName: "Okafor & Co", vatNumber: "GB 123 4567 89" });
    expect(config.companyAddress).toEqual(["1 High Street", "Leeds"]);
  }
});

test("a removed setting returns to its default", async () => {
  await store({ COMPANY_NAME: "Okafor & Co" });
  await services.liveConfig.refresh();
  await store({ COMPANY_NAME: null });
  await services.liveConfig.refresh();
  expect(services.config.companyName).toBe("Sheaf");
});

test("mail settings that are invalid together are ignored, and the other settings apply", async () => {
  await store({ SUPPORT_HOURS: "Always", MAIL_TRANSPORT: "postmark" });
  await services.liveConfig.refresh();
  expect(services.config).toMatchObject({ mailTransport: "outbox", supportHours: "Always" });
  await store({ SUPPORT_HOURS: null, MAIL_TRANSPORT: null });
});

test("a secret is encrypted in its row and readable only with the installation's key", async () => {
  await store({ POSTMARK_TOKEN: "a-token-of-postmark" });
  const rows = await services.db.select().from(installationSettings);
  expect(rows.find(({ name }) => name === "POSTMARK_TOKEN")?.value).toBeNull();
  expect(JSON.stringify(rows.map(({ sealed }) => sealed?.toString("latin1")))).not.toContain("a-token-of-postmark");
  expect(await readStoredSettings(services.db, services.key)).toMatchObject({ POSTMARK_TOKEN: "a-token-of-postmark" });
  expect(await readStoredSettings(services.db, Buffer.alloc(32))).not.toHaveProperty("POSTMARK_TOKEN");
  await store({ POSTMARK_TOKEN: null });
});

test("emails are sent through a new mail server as soon as it is set", async () => {
  const [first, second] = [await startMailServer(), await startMailServer()];
  const message = { practiceId: null, from: { name: "A", address: "a@example.com" }, subject: "Hello", text: "Hello" };
  const send = async (server: { url: string }) => {
    await store({ SMTP_URL: `${server.url}?tls=optional`, MAIL_TRANSPORT: "smtp" });
    await services.liveConfig.refresh();
    await services.mail.send({ ...message, to: "b@example.com" });
  };
  await send(first);
  await send(second);
  expect(services.mail.name).toBe("smtp");
  expect([first.received.length, second.received.length]).toEqual([1, 1]);
  await store({ SMTP_URL: null, MAIL_TRANSPORT: null });
  await services.liveConfig.refresh();
  expect(services.mail.name).toBe("outbox");
  await Promise.all([first.close(), second.close()]);
});
