import { vi } from "vitest";

// A Vitest worker runs many test files and keeps loaded libraries. The project's own modules, and their state, are
// loaded again for each file.
vi.resetModules();
