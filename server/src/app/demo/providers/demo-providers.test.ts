import { expect, test, vi } from "vitest";
import { startDemoProviders } from "./demo-providers.ts";

const { done } = vi.hoisted(() => ({ done: [] as string[] }));
const provider = vi.hoisted(() => (name: string, more: object = {}) => ({
  env: { [name]: "set" },
  notify: (url: string) => done.push(`${name} tells ${url}`),
  close: async () => void done.push(`${name} closed`),
  ...more,
}));
vi.mock("./paypal/demo-paypal.ts", () => ({ startDemoPayPal: async () => provider("PAYPAL") }));
vi.mock("./mail/demo-mail-service.ts", () => ({
  startDemoMail: async () => provider("MAIL", { url: "http://inbox" }),
}));

test("the invented providers are used, told the API's address and closed together", async () => {
  const providers = await startDemoProviders({ dataDir: "/nowhere", log: {} as never });
  expect([providers.env, providers.inboxUrl]).toEqual([{ PAYPAL: "set", MAIL: "set" }, "http://inbox"]);
  providers.notify("http://api");
  await providers.close();
  expect(done).toEqual(["PAYPAL tells http://api", "MAIL tells http://api", "PAYPAL closed", "MAIL closed"]);
});
