import type { FastifyRequest } from "fastify";

/**
 * Whether a request is for the API. By the route that was found: an address may be written in many ways
 * ("/%61pi/login", "http://any.host/api/login") and still lead to it.
 */
export function isApi(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? request.url).startsWith("/api/");
}
