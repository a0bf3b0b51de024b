import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { invitations } from "../src/domain/members/table.ts";
import { newClient } from "./client.ts";
import type { SignedIn, TestServer } from "./server.ts";

type Server = Pick<TestServer, "app" | "services">;

/**
 * Invites a member, accepts the invitation and signs them in. Tests do not read the emailed link: they set the token.
 */
export async function join(server: Server, owner: SignedIn, firstName: string): Promise<SignedIn> {
  const username = `${firstName}-${owner.username}`.slice(0, 32);
  const invited = await owner.post("/api/invitations", { email: `${username}@example.com` });
  if (invited.statusCode !== 201) throw new Error(`Inviting failed: ${invited.body}`);
  return accept(server, await linkOf(server, invited.json().id), { username, firstName });
}

/** Replaces the token of an invitation. @returns the new token */
export async function linkOf({ services }: Server, invitationId: string): Promise<string> {
  const token = `token-of-${invitationId}`;
  const tokenHash = createHash("sha256").update(token).digest("hex");
  await services.db.update(invitations).set({ tokenHash }).where(eq(invitations.id, invitationId));
  return token;
}

async function accept(
  server: Server,
  token: string,
  person: { username: string; firstName: string },
): Promise<SignedIn> {
  const client = newClient(server.app);
  const password = "correct horse battery staple";
  const joined = await client.post("/api/invitations/accept", { ...person, token, password, lastName: "Miller" });
  if (joined.statusCode !== 201) throw new Error(`Joining failed: ${joined.body}`);
  const { id, practice } = joined.json();
  return { ...client, practiceId: practice.id, userId: id, username: person.username, password };
}
