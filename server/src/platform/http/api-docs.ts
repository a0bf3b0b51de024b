import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { version } from "../process/version.ts";
import { sessionCookie } from "./cookies.ts";

/** Serves the API's documentation, generated from its contracts: pages at /api/docs, OpenAPI 3.1 at /api/docs/json. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Sheaf", version, description: "Converts customers' documents to clean A4 PDFs." },
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: sessionCookie },
          administrator: { type: "http", scheme: "bearer" },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: true,
    transformStaticCSP: (header) => header.replace("base-uri 'self'", "base-uri 'none'"),
  });
}
