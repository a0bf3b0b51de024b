import { text } from "node:stream/consumers";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DemoBrowser } from "./demo-browser.ts";
import { serveLocally } from "./providers/local-server.ts";

type Answer = { status?: number; body?: unknown; cookies?: string[] };

let server: Awaited<ReturnType<typeof serveLocally>>;
let requests: { route: string; cookie: string | undefined; type: string | undefined; body: string }[];
let answers: Record<string, Answer>;
beforeEach(async () => {
  [requests, answers] = [[], {}];
  server = await serveLocally(async (request, response) => {
    const route = `${request.method} ${request.url}`;
    const { cookie, "content-type": type } = request.headers;
    requests.push({ route, cookie, type, body: await text(request) });
    const { status = 200, body = {}, cookies = [] } = answers[route] ?? { status: 404 };
    response.writeHead(status, { "set-cookie": cookies }).end(JSON.stringify(body));
  });
});
afterEach(() => server.close());

const dana = {
  username: "demo",
  password: "plum otter canal",
  email: "demo@sheaf.example",
  firstName: "Dana",
  lastName: "Whitfield",
  practiceName: "Whitfield & Rowe",
};
const user = {
  id: "00000000-0000-7000-8000-000000000001",
  username: "demo",
  email: "demo@sheaf.example",
  firstName: "Dana",
  lastName: "Whitfield",
  role: "owner",
  theme: "system",
  emailVerified: false,
  pendingEmail: null,
  twoFactor: false,
  practice: { id: "00000000-0000-7000-8000-000000000002", name: "Whitfield & Rowe" },
};
const routes = () => requests.map(({ route }) => route);

test("an account that exists is signed in to", async () => {
  answers["POST /api/login"] = { body: user };
  expect(await new DemoBrowser(server.url).signIn(dana)).toBe(user.practice.id);
  expect(routes()).toEqual(["POST /api/login"]);
  expect(requests[0]).toMatchObject({ type: "application/json", cookie: "" });
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ username: "demo", password: "plum otter canal" });
});

test("an account that does not exist is signed up for", async () => {
  answers["POST /api/login"] = { status: 401 };
  answers["POST /api/register"] = { status: 201, body: user };
  expect(await new DemoBrowser(server.url).signIn(dana)).toBe(user.practice.id);
  expect(JSON.parse(requests[1]?.body ?? "")).toEqual(dana);
});

test("an account that can be neither signed in to nor signed up for stops the demonstration", async () => {
  answers["POST /api/login"] = { status: 401 };
  answers["POST /api/register"] = { status: 409, body: { code: "email-taken" } };
  await expect(new DemoBrowser(server.url).signIn(dana)).rejects.toThrow(
    'The demonstration could not be created: 409 {"code":"email-taken"}',
  );
});

test("cookies are sent with each later request, the newest of each name", async () => {
  const browser = new DemoBrowser(server.url);
  answers["GET /api/customers"] = { body: [], cookies: ["a=1; Path=/", "b=two=2; HttpOnly"] };
  expect(await browser.customers()).toEqual([]);
  answers["GET /api/customers"] = { body: [], cookies: ["a=3"] };
  await browser.customers();
  await browser.customers();
  expect(requests.map(({ cookie }) => cookie)).toEqual(["", "a=1; b=two=2", "a=3; b=two=2"]);
  expect(requests[0]).toMatchObject({ type: undefined, body: "" });
});

const subscription = (status: string) => ({
  status,
  plan: { ...fallbackPlans[0], id: user.id },
  currentPeriodStart: "2026-11-01T00:00:00.000Z",
  periodEndsAt: "2026-12-01T00:00:00.000Z",
  currentPeriodEnd: "2026-12-01T00:00:00.000Z",
  documentsUsedThisMonth: 0,
});

test.each([
  ["active", true],
  ["expired", false],
])("a practice whose subscription is %s is subscribed: %s", async (status, isSubscribed) => {
  answers["GET /api/subscription"] = { body: subscription(status) };
  expect(await new DemoBrowser(server.url).isSubscribed()).toBe(isSubscribed);
});

test("a practice without a subscription is not subscribed, and a refused question is an error", async () => {
  const browser = new DemoBrowser(server.url);
  expect(await browser.isSubscribed()).toBe(false);
  answers["GET /api/subscription"] = { status: 500, body: {} };
  await expect(browser.isSubscribed()).rejects.toThrow("could not be created: 500");
});

test("a customer is added, or the demonstration stops", async () => {
  const browser = new DemoBrowser(server.url);
  answers["POST /api/customers"] = { status: 201 };
  await browser.addCustomer({ name: "Bright Bakery" } as never);
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ name: "Bright Bakery" });
  answers["POST /api/customers"] = { status: 402 };
  await expect(browser.addCustomer({ name: "Bright Bakery" } as never)).rejects.toThrow("402");
});
