import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../../platform/config/config.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sessionCookie, setDeviceCookie, setSessionCookie } from "../../../platform/http/cookies.ts";
import type { SignedIn } from "../service.ts";
import { logout } from "./sign-in.ts";
import type { ClientInfo } from "./sign-ins.ts";

/** Returns the address and user agent of a request. */
export const clientOf = (request: FastifyRequest): ClientInfo => ({
  address: request.ip,
  userAgent: request.headers["user-agent"] ?? "",
});

/** Sets the cookies of a new session. A browser has one session: its previous one ends. */
export async function setSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, config }: { db: Db; config: Config },
  { token, device }: Pick<SignedIn, "token" | "device">,
): Promise<void> {
  await endCurrentSession(request, db);
  setSessionCookie(reply, token, config);
  setDeviceCookie(reply, device, config);
}

export async function endCurrentSession(request: FastifyRequest, db: Db): Promise<void> {
  const token = request.cookies[sessionCookie];
  if (token) await logout(db, token, request.ip);
}
