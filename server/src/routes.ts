import type { FastifyInstance } from "fastify";
import type { Services } from "./services.ts";

/** One line for each slice of the API. */
export async function registerSlices(_app: FastifyInstance, _services: Services): Promise<void> {}
