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

test("a process that runs and one that starts later use what was stored, and an environment variable wins", async () => {
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

test("a setting that is taken away gives way to the default", async () => {
  await store({ COMPANY_NAME: "Okafor & Co" });
  await services.liveConfig.refresh();
  await store({ COMPANY_NAME: null });
  await services.liveConfig.refresh();
  expect(services.config.companyName).toBe("Sheaf");
});

test("settings of mail that do not fit together change nothing, and the others hold", async () => {
  await store({ SUPPORT_HOURS: "Always", MAIL_TRANSPORT: "postmark" });
  await services.liveConfig.refresh();
  expect(services.config).toMatchObject({ mailTransport: "outbox", supportHours: "Always" });
  await store({ SUPPORT_HOURS: null, MAIL_TRANSPORT: null });
});

test("a secret lies encrypted in its row and is readable with the installation's key alone", async () => {
  await store({ POSTMARK_TOKEN: "a-token-of-postmark" });
  const rows = await services.db.select().from(installationSettings);
  expect(rows.find(({ name }) => name === "POSTMARK_TOKEN")?.value).toBeNull();
  expect(JSON.stringify(rows.map(({ sealed }) => sealed?.toString("latin1")))).not.toContain("a-token-of-postmark");
  expect(await readStoredSettings(services.db, services.key)).toMatchObject({ POSTMARK_TOKEN: "a-token-of-postmark" });
  expect(await readStoredSettings(services.db, Buffer.alloc(32))).not.toHaveProperty("POSTMARK_TOKEN");
  await store({ POSTMARK_TOKEN: null });
});

test("emails leave by the new mail server as soon as it is set", async () => {
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
