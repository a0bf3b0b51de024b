import { type ChildProcess, fork } from "node:child_process";
import { StartError } from "./start-error.ts";

const firstPauseMs = 250;
const maxPauseMs = 10_000;
/** A child that ran this long counts as healthy: its next exit starts the back-off from the beginning. */
const healthyAfterMs = 10_000;

export interface Child {
  /** The message that the child sent when it was ready for the first time. */
  ready: Record<string, unknown>;
  /** Restarts the child with these environment variables. */
  restart(env: NodeJS.ProcessEnv): void;
  /** Sends SIGTERM, then SIGKILL after `withinMs`, and does not restart the child. */
  stop(withinMs: number): Promise<void>;
}

/**
 * Starts a child process and restarts it whenever it exits.
 * @param module path of a file that calls `runProcess`
 * @param onRestart called at each unexpected exit
 * @throws StartError when the child exits before it is ready for the first time; it has printed the reason on the
 *   terminal
 */
export async function superviseChild(options: {
  module: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  onRestart(how: string): void;
}): Promise<Child> {
  let { env } = options;
  let child: ChildProcess;
  let stopping = false;
  let pauseMs = firstPauseMs;
  let pause: NodeJS.Timeout | undefined;
  const ready = Promise.withResolvers<Record<string, unknown>>();
  let started = false;
  let restarting = false;

  const spawn = () => {
    restarting = false;
    const bornMs = Date.now();
    // The child's errors are shown on the terminal; its other output goes to its log.
    const mine = fork(options.module, options.args, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child = mine;
    mine.once("message", (message) => {
      started = true;
      ready.resolve(message as Record<string, unknown>);
    });
    mine.once("exit", (code, signal) => {
      if (stopping) return;
      if (!started) return ready.reject(new StartError(""));
      if (restarting) return spawn();
      pauseMs = Date.now() - bornMs > healthyAfterMs ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs);
      options.onRestart(signal ?? `code ${code}`);
      pause = setTimeout(spawn, pauseMs);
    });
  };
  spawn();

  return {
    ready: await ready.promise,
    restart(nextEnv) {
      env = nextEnv;
      restarting = true;
      child.kill("SIGTERM");
    },
    async stop(withinMs) {
      stopping = true;
      clearTimeout(pause);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGTERM");
      const killer = setTimeout(() => child.kill("SIGKILL"), withinMs);
      await ended;
      clearTimeout(killer);
    },
  };
}
