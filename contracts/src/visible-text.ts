/**
 * Text without any visible character: blanks, combining marks without a base, fillers, joiners, the empty Braille cell.
 */
const invisible = /^[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const hasVisible = (text: string) => !invisible.test(text);

/** Marks, overrides and isolates that change the text direction: with them one name can look like another. */
export const bidiControl = /\p{Bidi_Control}/u;

const joiner = /[\u200c\u200d]/gu;
const beforeJoiner = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const afterJoiner = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;

/**
 * Removes joiners and non-joiners that are not between letters or emoji. Persian, Hindi and other languages need them
 * within words; elsewhere they only make two different names look the same.
 */
export const joinersBetweenLetters = (text: string) =>
  text.replace(joiner, (mark, at: number) =>
    beforeJoiner.test(text.slice(0, at)) && afterJoiner.test(text.slice(at + 1)) ? mark : "",
  );
