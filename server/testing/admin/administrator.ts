import { createAdmin } from "../../src/app/admin/service.ts";
import { newId } from "../../src/platform/ids.ts";
import { codeOf } from "../authenticator.ts";
import { type Client, newClient } from "../client.ts";
import type { TestServer } from "../server.ts";

export const adminPassword = "plum otter canal";

export interface SignedInAdmin extends Client {
  adminId: string;
  email: string;
  token: string;
  /** Secret of the authenticator app; empty without a second factor. */
  secret: string;
}

/**
 * Creates an administrator and signs them in: every request carries the token.
 * @param options.secondFactor false for an administrator who has not set it up yet, to whom most of the portal is
 *   closed
 */
export async function administrator(
  server: Pick<TestServer, "app" | "services">,
  { secondFactor = true } = {},
): Promise<SignedInAdmin> {
  const { db, config } = server.services;
  const email = `pat-${newId().slice(-12)}@operator.example`;
  const { id } = await createAdmin(db, config, { name: "Pat Lindqvist", email, password: adminPassword });
  const answer = await newClient(server.app).post("/api/admin/login", { email, password: adminPassword });
  if (answer.statusCode !== 200) throw new Error(`Signing in failed: ${answer.body}`);
  const { token } = answer.json();
  const client = newClient(server.app, { authorization: `Bearer ${token}` });
  let secret = "";
  if (secondFactor) {
    ({ secret } = (await client.post("/api/admin/two-factor/start", { currentPassword: adminPassword })).json());
    const confirmed = await client.post("/api/admin/two-factor/confirm", { code: codeOf(secret) });
    if (confirmed.statusCode !== 200) throw new Error(`The second factor was not set up: ${confirmed.body}`);
  }
  return { ...client, adminId: id, email, token, secret };
}
