import type { FastifyRequest, onRequestAsyncHookHandler, preValidationAsyncHookHandler } from "fastify";
import { AppError } from "../../platform/errors.ts";
import { isApi } from "../../platform/http/api-request.ts";
import { sessionCookie } from "../../platform/http/cookies.ts";
import type { Actor } from "../audit/service.ts";

/** The signed-in user who sends a request. */
export interface Member extends Actor {
  /** Public id of the session, not its token. */
  sessionId: string;
  role: "owner" | "member";
  username: string;
  fullName: string;
  email: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null when the request has no valid session. */
    member: Member | null;
  }
}

/**
 * Finds the member of a session by its token. `slide` extends the session's expiry: true only for requests caused by a
 * user's action.
 */
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

/**
 * Requires a signed-in user for all routes of a plugin. Runs before validation, so that a request without a session
 * gets no details about its other errors.
 */
export const membersOnly: preValidationAsyncHookHandler = async (request) => {
  requireMember(request);
};

/** Like `membersOnly`, but requires the owner. */
export const ownerOnly: preValidationAsyncHookHandler = async (request) => {
  requireOwner(request);
};

/** Creates the hook that sets `request.member` for every request to the API. */
export function loadMember(findMember: FindMember): onRequestAsyncHookHandler {
  return async (request) => {
    const token = request.cookies[sessionCookie];
    if (!token || !isApi(request)) return;
    const found = await findMember(token, { slide: !isBackground(request) });
    request.member = found && { ...found, address: request.ip };
  };
}

/**
 * Tells whether a request was not caused by a user's action. The web client marks such requests (polling) with a
 * header; the event stream, which stays open all day, never counts as an action.
 */
function isBackground(request: FastifyRequest): boolean {
  return request.headers["x-sheaf-background"] === "1" || request.routeOptions.url?.startsWith("/api/events") === true;
}
