import { vi } from "vitest";

// One worker runs many files and keeps the libraries that it has loaded. Our own modules, and what they remember, are
// each file's own.
vi.resetModules();
