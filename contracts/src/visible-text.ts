/**
 * What a reader sees nothing of, alone or in any number: blanks, marks without a letter, fillers, joiners, the empty
 * Braille cell.
 */
const invisible = /^[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const hasVisible = (text: string) => !invisible.test(text);

/** Marks, overrides and isolates that turn the direction of text: with them a name can be shown as another. */
export const bidiControl = /\p{Bidi_Control}/u;

const joiner = /[\u200c\u200d]/gu;
const beforeJoiner = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const afterJoiner = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;

/**
 * Persian, Hindi and others write words with joiners and non-joiners between letters, and emoji are joined by them.
 * Anywhere else they only make two names that look the same.
 */
export const joinersBetweenLetters = (text: string) =>
  text.replace(joiner, (mark, at: number) =>
    beforeJoiner.test(text.slice(0, at)) && afterJoiner.test(text.slice(at + 1)) ? mark : "",
  );
