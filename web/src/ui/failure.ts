/** An error with a sentence for people in addition to its message, which is for the log. */
export class Failure extends Error {
  readonly sentence: string;

  constructor(message: string, sentence: string) {
    super(message);
    this.sentence = sentence;
  }
}

/** Returns the sentence for people of any error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Failure) return error.sentence;
  return error instanceof Error && error.message ? error.message : "Something went wrong. Try again.";
}
