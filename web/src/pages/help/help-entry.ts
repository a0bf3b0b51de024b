export interface HelpEntry {
  /** The anchor: #id opens it. */
  id: string;
  question: string;
  /** Paragraphs. */
  answer: string[];
  /** What an own practice reads instead; null: it has no such question. */
  ownPractice?: string[] | null;
}

export interface HelpGroup {
  id: string;
  title: string;
  entries: HelpEntry[];
}
