import type { FastifyRequest, onRequestAsyncHookHandler, preValidationAsyncHookHandler } from "fastify";
import { AppError } from "../../platform/errors.ts";
import { isApi } from "../../platform/http/api-request.ts";
import { sessionCookie } from "../../platform/http/cookies.ts";
import type { Actor } from "../audit/service.ts";

/** Who is asking: a signed-in person of a practice. */
export interface Member extends Actor {
  /** The session's public name, not its token. */
  sessionId: string;
  role: "owner" | "member";
  username: string;
  fullName: string;
  email: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null for a visitor. */
    member: Member | null;
  }
}

/** Looks a session up by its token. With `slide` its expiry moves: only what a person does slides it. */
export type FindMember = (token: string, options: { slide: boolean }) => Promise<Omit<Member, "address"> | null>;

/** @throws AppError not-signed-in */
export function requireMember(request: FastifyRequest): Member {
  if (!request.member) throw new AppError("not-signed-in", "Your session has ended. Sign in again.");
  return request.member;
}

/** @throws AppError not-signed-in, owner-only */
export function requireOwner(request: FastifyRequest): Member {
  const member = requireMember(request);
  if (member.role !== "owner") throw new AppError("owner-only", "Only the owner of the practice can do this.");
  return member;
}

/** Before all routes of a plugin: a visitor learns nothing from what else may be wrong with a request. */
export const membersOnly: preValidationAsyncHookHandler = async (request) => {
  requireMember(request);
};

/** The same for the owner alone. */
export const ownerOnly: preValidationAsyncHookHandler = async (request) => {
  requireOwner(request);
};

/** Fills `request.member` for every request to the API. */
export function rememberMember(findMember: FindMember): onRequestAsyncHookHandler {
  return async (request) => {
    const token = request.cookies[sessionCookie];
    if (!token || !isApi(request)) return;
    const found = await findMember(token, { slide: !isBackground(request) });
    request.member = found && { ...found, address: request.ip };
  };
}

/** The web client marks what no person asked for (polling); the event stream is open all day and never counts. */
function isBackground(request: FastifyRequest): boolean {
  return request.headers["x-sheaf-background"] === "1" || request.routeOptions.url?.startsWith("/api/events") === true;
}
