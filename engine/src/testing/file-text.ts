/** Why a word of a file is not expected on paper. */
export type Unprinted = "hidden" | "outside the print area" | "hidden by its number format";

/** A text of a file, and what keeps it from paper. */
export interface FileText {
  text: string;
  /** It is computed from, and not shown. */
  isFormula?: boolean;
  unprinted?: Unprinted | undefined;
}
