const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const notReversed = /\p{N}(?:[\p{N}.,:/-]*\p{N})?|\P{M}\p{M}*|\p{M}+/gu;

/**
 * Returns a word in the order in which its characters stand on the page, from left to right: programs that read PDFs
 * expect text that is written from right to left in this order, and turn it themselves.
 */
export function visualOrder(text: string): string {
  if (!rightToLeft.test(text)) return text;
  return (text.match(notReversed) ?? []).toReversed().join("");
}
