/**
 * Placeholders of email subjects and their replacement. This file does not import zod, because it is part of the pages'
 * bundle.
 */
const subjectPlaceholders = ["customer", "date", "files"] as const;
type SubjectPlaceholder = (typeof subjectPlaceholders)[number];

const braced = /\{([^{}]*)\}/g;

const isPlaceholder = (word: string): word is SubjectPlaceholder =>
  (subjectPlaceholders as readonly string[]).includes(word);

/** @returns one sentence that names the first unknown {placeholder}; undefined when the subject is valid */
export function subjectProblem(subject: string): string | undefined {
  const unknown = [...subject.matchAll(braced)].find(([, word = ""]) => !isPlaceholder(word));
  if (!unknown) return undefined;
  return `${unknown[0]} is not known in a subject. Use {customer}, {date} or {files}, or leave out the braces.`;
}

/** @param values "Oak & Sons", "20 Nov 2026", "3 files"; braces within them stay as they are */
export function fillSubject(subject: string, values: Record<SubjectPlaceholder, string>): string {
  return subject.replaceAll(braced, (whole, word: string) => (isPlaceholder(word) ? values[word] : whole));
}
