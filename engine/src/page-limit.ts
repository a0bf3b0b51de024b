import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "./converter.ts";

/** Said before a file is laid out, which would take minutes. @param advice a sentence: what to do about it */
export function tooManyPages(pages: number, advice: string): ConvertError {
  const [would, most] = [pages, conversionLimits.pages].map((number) => number.toLocaleString("en-GB"));
  return new ConvertError("too-large", `would make about ${would} pages; the limit is ${most}. ${advice}`);
}
