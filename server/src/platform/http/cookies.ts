import type { FastifyReply, onRequestAsyncHookHandler } from "fastify";
import type { Config } from "../config/config.ts";

/** Identifies a browser as a known device of an account. */
export interface DeviceCookie {
  name: string;
  value: string;
  maxAgeSeconds: number;
}

type Site = Pick<Config, "secure">;

export const sessionCookie = "sheaf_session";

/** Longer than any session: the session's row in the database determines when it ends, and is extended with use. */
export const sessionCookieDays = 30;

/**
 * Browsers accept a cookie with this prefix only over https, for this exact host and for all paths: no other host of
 * the domain can set it.
 */
const hostPrefix = "__Host-";

const nameFor = (name: string, { secure }: Site) => (secure ? hostPrefix + name : name);

const attributes = ({ secure }: Site) => ({ path: "/", httpOnly: true, sameSite: "lax", secure }) as const;

/** Over https, ignores cookies without the prefix, and makes the others available under their names without it. */
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
 * Clears the browser's cache at sign-out, so that the next person at the browser finds no responses of the previous
 * user. Cookies and storage stay: the theme, a payment's claim, known devices and the portal's session outlive a
 * sign-out. The page itself deletes the user's own entries by name.
 */
export function forgetCache(reply: FastifyReply): void {
  reply.header("clear-site-data", '"cache"');
}

export function setDeviceCookie(reply: FastifyReply, { name, value, maxAgeSeconds }: DeviceCookie, site: Site): void {
  reply.setCookie(nameFor(name, site), value, { ...attributes(site), maxAge: maxAgeSeconds });
}
