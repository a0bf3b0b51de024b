import { z } from "zod";
import { refusals, warningCodes } from "./refusal-words.ts";

export { refusals };

export type Refusal = keyof typeof refusals;
export const refusal = z.enum(Object.keys(refusals) as [Refusal, ...Refusal[]]);

export const warning = z.object({ code: z.enum(warningCodes), text: z.string() });
export type Warning = z.infer<typeof warning>;
