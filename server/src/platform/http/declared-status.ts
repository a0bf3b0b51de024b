import type { FastifyInstance } from "fastify";

/** Makes a route whose schema declares one response, such as 201 or 204, respond with that status. */
export function respondAsDeclared(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    const [status, ...others] = Object.keys(route.schema?.response ?? {}).map(Number);
    if (status === undefined || status === 200 || others.length > 0) return;
    route.preHandler = [route.preHandler ?? []].flat();
    route.preHandler.push((_request, reply, done) => {
      reply.code(status);
      done();
    });
  });
}
