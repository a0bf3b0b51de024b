import { expect, test, vi } from "vitest";
import { openText, sealText } from "../crypto/sealed-text.ts";
import { readStoredSettings, writeStoredSettings } from "./stored-settings.ts";

const key = Buffer.alloc(32, 7);
const sealed = (name: string, text: string, by = key) => sealText(by, `installation-setting:${name}`, text);
const read = (rows: object[]) => readStoredSettings({ select: () => ({ from: async () => rows }) } as never, key);

async function written(changes: object) {
  const rows: { name: string; value: string | null; sealed: Buffer | null }[] = [];
  const remove = vi.fn();
  const updates: object[] = [];
  const tx = {
    insert: () => ({
      values: (row: (typeof rows)[number]) => {
        rows.push(row);
        return { onConflictDoUpdate: async ({ set }: { set: object }) => void updates.push(set) };
      },
    }),
    delete: () => ({ where: async () => remove() }),
  };
  await writeStoredSettings(tx as never, key, changes as never);
  return { rows, remove, updates };
}

test("plain and encrypted settings are read; others and those of another key are left out", async () => {
  const rows = [
    { name: "COMPANY_NAME", value: "A", sealed: null },
    { name: "SMTP_URL", value: null, sealed: sealed("SMTP_URL", "smtp://a") },
    { name: "POSTMARK_TOKEN", value: null, sealed: sealed("POSTMARK_TOKEN", "t", Buffer.alloc(32, 8)) },
    { name: "DKIM_KEY", value: null, sealed: sealed("SMTP_URL", "moved") },
    { name: "SALES_EMAIL", value: null, sealed: null },
    { name: "NO_LONGER_KNOWN", value: "x", sealed: null },
  ];
  expect(await read(rows)).toEqual({ COMPANY_NAME: "A", SMTP_URL: "smtp://a" });
  expect(await read([])).toEqual({});
});

test.each([
  "SMTP_URL",
  "DKIM_KEY",
  "SENDGRID_API_KEY",
  "SENDGRID_WEBHOOK_KEY",
  "POSTMARK_TOKEN",
  "POSTMARK_WEBHOOK_AUTH",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "MAILGUN_API_KEY",
  "MAILGUN_SIGNING_KEY",
])("%s is encrypted", async (name) => {
  const { rows, updates } = await written({ [name]: "hidden" });
  expect(rows).toMatchObject([{ name, value: null }]);
  expect(updates).toMatchObject([{ value: null, sealed: rows[0]?.sealed }]);
  const text = rows[0]?.sealed;
  expect(text && openText(key, `installation-setting:${name}`, text)).toBe("hidden");
});

test.each(["COMPANY_NAME", "MAIL_TRANSPORT", "SENDGRID_URL", "SES_TOPIC_ARN", "AWS_REGION", "MAILGUN_DOMAIN"])(
  "%s is stored as it is",
  async (name) => {
    const { rows, updates } = await written({ [name]: "shown" });
    expect(rows).toEqual([{ name, value: "shown", sealed: null }]);
    expect(updates).toMatchObject([{ value: "shown", sealed: null }]);
  },
);

test("null deletes a setting, an undefined one stays, and the others are stored", async () => {
  const { rows, remove } = await written({ VAT_NUMBER: null, SALES_EMAIL: undefined, COMPANY_NAME: "" });
  expect(remove).toHaveBeenCalledTimes(1);
  expect(rows).toEqual([{ name: "COMPANY_NAME", value: "", sealed: null }]);
});
