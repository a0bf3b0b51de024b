import { join } from "node:path";
import { expect, test } from "vitest";
import { nearestFolder } from "./nearest-folder.ts";

const here = import.meta.dirname;

test.each([
  ["that exists is itself", here, here],
  ["to be created is its nearest existing ancestor", join(here, "data", "blobs"), here],
  ["whose ancestors are all missing is the root", "/missing/data", "/"],
  ["relative to no existing folder is the current one", "missing", "."],
])("the nearest folder of one %s", (_, path, nearest) => expect(nearestFolder(path)).toBe(nearest));
