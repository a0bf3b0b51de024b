import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { AppError } from "../../platform/errors.ts";
import { answerError } from "../../platform/http/errors.ts";
import { linkRoutes } from "./link-routes.ts";
import { signUpRoutes } from "./routes.ts";

const { done } = vi.hoisted(() => ({ done: [] as unknown[][] }));
vi.mock("../../domain/accounts/index.ts", () => ({
  clientOf: ({ ip }: { ip: string }) => ({ address: ip }),
  async setSignedIn(
    _request: unknown,
    reply: { header(name: string, value: string): void },
    _: unknown,
    given: object,
  ) {
    done.push(["signed in", given]);
    reply.header("x-signed-in", "yes");
  },
  findLink: async (_db: unknown, token: string) =>
    token === "own"
      ? { kind: "verify", email: "maya@example.com", practiceName: "Okafor & Co", userId: "maya" }
      : undefined,
  async forgotPassword(_services: unknown, username: string, place: object) {
    done.push(["forgot", username, place]);
  },
  async resetPassword(_services: unknown, { token }: { token: string }, place: object) {
    done.push(["reset", token, place]);
    return { name: "sheaf_device", value: "the-device", maxAgeSeconds: 60 };
  },
  linkInvalidError: () => new AppError("link-invalid", "This link is not valid any more."),
}));
vi.mock("../../domain/members/invitations.ts", () => ({
  findInvitation: async (_db: unknown, token: string) =>
    token === "invited" ? { email: "ben@example.com", practiceName: "Hartley", id: "i" } : undefined,
}));
vi.mock("./confirm-address.ts", () => ({
  async verifyEmail(_services: unknown, token: string, place: object) {
    done.push(["verified", token, place]);
  },
}));
vi.mock("./register.ts", () => ({
  register: async (_services: unknown, { username }: { username: string }) => ({
    user: {
      id: "00000000-0000-7000-8000-000000000001",
      username,
      email: "maya@example.com",
      firstName: "Maya",
      lastName: "Okafor",
      role: "owner",
      theme: "system",
      emailVerified: false,
      pendingEmail: null,
      twoFactor: false,
      practice: { id: "00000000-0000-7000-8000-000000000002", name: "Okafor & Co" },
    },
    token: "t",
  }),
}));

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  await app.register(cookie);
  const services = { config: readConfig({ SHEAF_DATA: "/nowhere" }), db: {} } as never;
  await app.register(linkRoutes, services);
  await app.register(signUpRoutes, services);
});
afterAll(() => app.close());
beforeEach(() => void done.splice(0));

const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
const from = { address: "127.0.0.1" };

test("a link's purpose is told for links of accounts and for invitations, and nothing else of them", async () => {
  expect((await post("/links/check", { token: "own" })).json()).toEqual({
    kind: "verify",
    email: "maya@example.com",
    practiceName: "Okafor & Co",
  });
  expect((await post("/links/check", { token: "invited" })).json()).toEqual({
    kind: "invitation",
    email: "ben@example.com",
    practiceName: "Hartley",
  });
  const unknown = await post("/links/check", { token: "unknown" });
  expect([unknown.statusCode, unknown.json().code]).toEqual([410, "link-invalid"]);
});

test("a forgotten password is asked for by name, from the visitor's address", async () => {
  await post("/password/forgot", { username: "maya" });
  expect(done).toEqual([["forgot", "maya", from]]);
});

test("whoever chose a new password has a known device", async () => {
  const answer = await post("/password/reset", { token: "secret", password: "quiet amber ladder" });
  expect(done).toEqual([["reset", "secret", from]]);
  expect(String(answer.headers["set-cookie"])).toContain("the-device");
});

test("an email address is confirmed by the token of its link", async () => {
  await post("/email/verify", { token: "secret" });
  expect(done).toEqual([["verified", "secret", from]]);
});

test("whoever signs up is signed in at once", async () => {
  const person = { username: "maya", email: "maya@example.com", firstName: "Maya", lastName: "Okafor" };
  const answer = await post("/register", { ...person, password: "plum otter canal" });
  expect([answer.json().username, answer.headers["x-signed-in"]]).toEqual(["maya", "yes"]);
  expect(done).toEqual([["signed in", expect.objectContaining({ token: "t" })]]);
});
