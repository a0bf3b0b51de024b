/** Text for an XML element or a quoted attribute. Characters that XML 1.0 cannot hold (section 2.2) are left out. */
export function xmlText(text: string): string {
  const clean = text.isWellFormed() ? text : text.toWellFormed();
  return clean.replace(/[&<>"\ufffe\uffff]|\p{Cc}/gu, (character) => replacements[character] ?? "");
}

const replacements: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "\t",
  "\n": "\n",
  "\u0085": "\u0085",
};
