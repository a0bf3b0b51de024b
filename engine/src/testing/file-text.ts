/** Why a word of a file need not be on its pages. */
export type Unprinted = "hidden" | "outside the print area" | "hidden by its number format";

/** A text of a file, and why it need not be printed. */
export interface FileText {
  text: string;
  /** It is a formula, which is not shown itself. */
  isFormula?: boolean;
  unprinted?: Unprinted | undefined;
}
