import type { Engine, EngineHealth } from "@sheaf/engine/engine-api.ts";
import { withoutPrograms } from "../../platform/queue/workers.ts";
import type { OpenServices } from "../open-services.ts";
import { startConversions } from "../tasks.ts";

/** The conversions of a worker process. */
interface Converting {
  /** What the worker can convert now. */
  health(): EngineHealth;
  /** Resolves when conversions have begun, or cannot begin because there is no sandbox. */
  begun: Promise<void>;
  close(): Promise<void>;
}

/**
 * Begins conversions as soon as the engine is open. Their tasks stay in the queue until then, also for other workers.
 * @param opening the engine, which opens when the machine's programs have been installed
 */
export function startConverting(services: OpenServices, opening: Promise<Engine>): Converting {
  let engine: Engine | undefined;
  const begin = async () => {
    engine = await opening;
    if (engine.health().sandbox !== "none") await startConversions(services.queue, { ...services, engine });
  };
  return {
    health: () => engine?.health() ?? withoutPrograms,
    begun: begin(),
    close: async () => engine?.close(),
  };
}
