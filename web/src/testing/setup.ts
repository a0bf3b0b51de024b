import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library only does this by itself where the test functions are globals, which ours are not.
afterEach(cleanup);
