import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pdfProfileItems } from "./pdf-export.ts";

/**
 * Returns the text of `registrymodifications.xcu`, which disables macros, links and scripts in a way that a document
 * cannot change.
 * @param locale BCP 47; dates and currencies without their own format print as in that country
 */
export function hardenedProfile(locale: string): string {
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale)) throw new Error(`"${locale}" is not a locale like en-GB.`);
  const settings = readFileSync(join(import.meta.dirname, "registrymodifications.xcu"), "utf8");
  return settings.replace(">LOCALE<", `>${locale}<`).replace("</oor:items>", `${pdfProfileItems}</oor:items>`);
}
