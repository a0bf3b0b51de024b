import type { FastifyRequest } from "fastify";

/**
 * Returns whether a request is for the API, judged by its route: a URL can be written in many ways ("/%61pi/login",
 * "http://any.host/api/login") and still lead to it.
 */
export function isApi(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? request.url).startsWith("/api/");
}
