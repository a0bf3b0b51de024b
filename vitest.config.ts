import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./scripts/testing/slowest-first.ts";

const second = 1000;
/** Journeys that every change runs in an installation for its own practice as well. */
const inBothKinds = ["two-factor", "from-papers-to-pdf", "settings", "admin"];
/** Journeys that are walked in a service alone, and why; `--full` walks all others in an own practice, too. */
const onlyInService = {
  expired: "a subscription ends and is renewed",
  money: "somebody pays, upgrades, and gets money back",
  "set-up": "chooses the kind of its installations itself",
};
const neverTests = ["**/node_modules/**", "**/dist/**"];
/** For what is asked for again and again until it is so: as long as a person would wait, not Vitest's one second. */
const patience = 60 * second;
/** Loading libraries again for each file costs more than most files' tests. Our own modules are loaded again. */
const librariesOnce = { isolate: false, setupFiles: ["./scripts/testing/reset-modules.ts"] };

const journeysNamed = (names: string[]) => names.map((name) => `journeys/${name}.journey.ts`);
const ownPractice = { INSTALLATION: "practice" };
const journeys = (which: {
  name: string;
  include: string[];
  exclude?: string[];
  env?: object;
  maxWorkers?: number;
}) => ({
  test: {
    environment: "node" as const,
    exclude: neverTests,
    globalSetup: ["./journeys/shared-sheaf.ts"],
    ...librariesOnce,
    // One person more than a small machine has processors: while one's page waits for the server, others' are drawn.
    maxWorkers: 3,
    testTimeout: 180 * second,
    hookTimeout: 180 * second,
    expect: { poll: { timeout: patience } },
    sequence: { groupOrder: 3 },
    ...which,
  },
});

/**
 * Kinds of test, from quick to slow; `./sheaf test` runs them in this order, `./sheaf test unit engine/src/pdf` a part
 * of one.
 * The limits of time are for a busy machine of two cores: they catch what hangs, not what is slow.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["{contracts,engine,papers,server,scripts,fixtures,bench}/**/*.test.ts"],
          exclude: [...neverTests, "**/*.integration.test.ts", "**/*.{slow,fuzz}.test.ts"],
          ...librariesOnce,
          // Vitest would leave one processor to itself.
          maxWorkers: 2,
          testTimeout: 20 * second,
        },
      },
      {
        test: {
          name: "integration",
          environment: "node",
          include: ["{engine,papers,server,scripts}/**/*.integration.test.ts"],
          exclude: neverTests,
          globalSetup: ["./server/testing/cluster.ts", "./engine/src/testing/engine-cache.ts"],
          ...librariesOnce,
          // Two more than a small machine has processors: while two files wait for a lease or a clock, others work.
          maxWorkers: 4,
          // Longer than a file may take on a machine that is busy with others, so that its own limit speaks first.
          testTimeout: 150 * second,
          hookTimeout: 150 * second,
          expect: { poll: { timeout: patience } },
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Everything that a change need not wait for; `./sheaf test --full` runs it as well.
        test: {
          name: "slow",
          environment: "node",
          include: ["{engine,server}/**/*.{slow,fuzz}.test.ts"],
          exclude: neverTests,
          globalSetup: ["./server/testing/cluster.ts", "./engine/src/testing/engine-cache.ts"],
          fileParallelism: false,
          testTimeout: 300 * second,
          hookTimeout: 300 * second,
          sequence: { groupOrder: 4 },
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          environment: "jsdom",
          include: ["web/src/**/*.test.{ts,tsx}"],
          exclude: neverTests,
          ...librariesOnce,
          setupFiles: ["./web/src/testing/setup.ts"],
          // With two, a third of the time of a small machine's processors is idle.
          maxWorkers: 3,
          testTimeout: 20 * second,
          sequence: { groupOrder: 2 },
        },
      },
      journeys({ name: "journeys", include: journeysNamed(["*"]) }),
      journeys({ name: "own-practice", include: journeysNamed(inBothKinds), env: ownPractice }),
      journeys({
        name: "own-practice-rest",
        include: journeysNamed(["*"]),
        exclude: [...neverTests, ...journeysNamed([...inBothKinds, ...Object.keys(onlyInService)])],
        env: ownPractice,
        // One after another: many of them need the one practice to themselves.
        maxWorkers: 1,
      }),
    ],
  },
});
