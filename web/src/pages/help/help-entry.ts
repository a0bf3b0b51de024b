export interface HelpEntry {
  /** The anchor: #id in the address opens the entry. */
  id: string;
  question: string;
  /** Paragraphs. */
  answer: string[];
  /** The text in an own practice, where it differs. */
  ownPractice?: string[];
}

export interface HelpGroup {
  id: string;
  title: string;
  entries: HelpEntry[];
}
