import { z } from "zod";

export const noContent = z.void().describe("Done; there is no body");
