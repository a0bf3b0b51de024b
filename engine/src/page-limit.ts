import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "./converter.ts";

/**
 * The error for a file that is refused before layout, which would take minutes.
 * @param advice a sentence that says what to do
 */
export function tooManyPages(pages: number, advice: string): ConvertError {
  const [would, most] = [pages, conversionLimits.pages].map((number) => number.toLocaleString("en-GB"));
  return new ConvertError("too-large", `would make about ${would} pages; the limit is ${most}. ${advice}`);
}
