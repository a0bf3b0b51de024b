import type { FastifyReply } from "fastify";
import type { Config } from "../config.ts";

export const sessionCookie = "sheaf_session";

/** Longer than any session: the row in the database decides when it ends, and slides. */
export const sessionCookieDays = 30;
const maxAgeSeconds = sessionCookieDays * 24 * 3600;

const attributes = (config: Pick<Config, "secure">) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: config.secure }) as const;

export function setSessionCookie(reply: FastifyReply, token: string, config: Pick<Config, "secure">): void {
  reply.setCookie(sessionCookie, token, { ...attributes(config), maxAge: maxAgeSeconds });
}

export function clearSessionCookie(reply: FastifyReply, config: Pick<Config, "secure">): void {
  reply.clearCookie(sessionCookie, attributes(config));
}
