import { z } from "zod";

export const noContent = z.void().describe("Done, without a body");
