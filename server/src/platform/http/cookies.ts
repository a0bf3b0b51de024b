import type { FastifyReply, onRequestAsyncHookHandler } from "fastify";
import type { Config } from "../config/config.ts";

/** Makes a browser known to an account. */
export interface DeviceCookie {
  name: string;
  value: string;
  maxAgeSeconds: number;
}

type Site = Pick<Config, "secure">;

export const sessionCookie = "sheaf_session";

/** Longer than any session: the row in the database decides when it ends, and slides. */
export const sessionCookieDays = 30;

/**
 * Browsers take a cookie of this name over https, from this very host and for all paths alone: no other host of the
 * domain can set it.
 */
const hostPrefix = "__Host-";

const nameFor = (name: string, { secure }: Site) => (secure ? hostPrefix + name : name);

const attributes = ({ secure }: Site) => ({ path: "/", httpOnly: true, sameSite: "lax", secure }) as const;

/** Behind https only cookies with the prefix are ours. They are read by their names without it. */
export function readOwnCookies(site: Site): onRequestAsyncHookHandler {
  return async (request) => {
    if (!site.secure) return;
    const own = Object.entries(request.cookies).filter(([name]) => name.startsWith(hostPrefix));
    request.cookies = Object.fromEntries(own.map(([name, value]) => [name.slice(hostPrefix.length), value]));
  };
}

export function setSessionCookie(reply: FastifyReply, token: string, site: Site): void {
  reply.setCookie(nameFor(sessionCookie, site), token, { ...attributes(site), maxAge: sessionCookieDays * 24 * 3600 });
}

export function clearSessionCookie(reply: FastifyReply, site: Site): void {
  reply.clearCookie(nameFor(sessionCookie, site), attributes(site));
}

/**
 * Whoever sits at the browser next finds no answer of the one who left in its cache. Cookies and storage stay: the
 * theme, a payment's claim, known devices and the portal's session outlive a sign-out. The page itself forgets what was
 * the person's, by name.
 */
export function forgetCache(reply: FastifyReply): FastifyReply {
  return reply.header("clear-site-data", '"cache"');
}

export function setDeviceCookie(reply: FastifyReply, { name, value, maxAgeSeconds }: DeviceCookie, site: Site): void {
  reply.setCookie(nameFor(name, site), value, { ...attributes(site), maxAge: maxAgeSeconds });
}
