/** An error with words for people besides its message, which is for the log. */
export class Failure extends Error {
  readonly sentence: string;

  constructor(message: string, sentence: string) {
    super(message);
    this.sentence = sentence;
  }
}

/** What a person reads of any failure. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Failure) return error.sentence;
  return error instanceof Error && error.message ? error.message : "Something went wrong. Try again.";
}
