import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const second = 1000;
const neverTests = ["**/node_modules/**", "**/dist/**"];

/**
 * Kinds of test, from quick to slow; `./sheaf test` runs them in this order, `./sheaf test unit engine/src/pdf` a part of one.
 * The limits of time are for a busy machine of two cores: they catch what hangs, not what is slow.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["{contracts,engine,server,scripts,fixtures,bench}/**/*.test.ts"],
          exclude: [...neverTests, "**/*.integration.test.ts", "**/*.{slow,fuzz}.test.ts"],
          testTimeout: 20 * second,
        },
      },
      {
        test: {
          name: "integration",
          environment: "node",
          include: ["{engine,server,scripts}/**/*.integration.test.ts"],
          exclude: neverTests,
          globalSetup: ["./server/src/testing/cluster.ts"],
          // PostgreSQL and LibreOffice run beside the tests: more workers than this only wait for each other.
          maxWorkers: 2,
          testTimeout: 60 * second,
          hookTimeout: 60 * second,
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
          setupFiles: ["./web/src/testing/setup.ts"],
          testTimeout: 20 * second,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "journeys",
          environment: "node",
          include: ["journeys/**/*.journey.ts"],
          exclude: neverTests,
          globalSetup: ["./journeys/shared-sheaf.ts"],
          // Two browsers at once on a small machine only slow each other down.
          fileParallelism: false,
          testTimeout: 180 * second,
          hookTimeout: 180 * second,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
