import { type ChildProcess, fork } from "node:child_process";
import { StartError } from "./start-error.ts";

const firstPauseMs = 250;
const longestPauseMs = 10_000;
/** A child that ran this long was well: its next death is a new misfortune. */
const steadyMs = 10_000;

export interface Child {
  /** What the child said when it was ready for the first time. */
  ready: Record<string, unknown>;
  /** Ends it and starts it again with these variables. */
  restart(env: NodeJS.ProcessEnv): void;
  /** Asks it to end, kills it when it does not, and does not start it again. */
  stop(withinMs: number): Promise<void>;
}

/**
 * A child process that is started again whenever it dies.
 * @param module path of the file that `runProcess` runs in
 * @param onRestart told each time
 * @throws StartError when it ends before it is ready for the first time; it has said why on the terminal
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
    // Its errors belong on the terminal; everything else it says goes to its log.
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
      pauseMs = Date.now() - bornMs > steadyMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
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
