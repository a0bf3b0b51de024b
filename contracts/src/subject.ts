/**
 * What an email subject may hold, and what stands there instead when it is written. Free of zod: the pages carry it.
 */
const subjectPlaceholders = ["customer", "date", "files"] as const;
type SubjectPlaceholder = (typeof subjectPlaceholders)[number];

const braced = /\{([^{}]*)\}/g;

const isPlaceholder = (word: string): word is SubjectPlaceholder =>
  (subjectPlaceholders as readonly string[]).includes(word);

/** @returns one sentence that names the first {word} nothing would be put for; undefined when the subject will do */
export function subjectProblem(subject: string): string | undefined {
  const unknown = [...subject.matchAll(braced)].find(([, word = ""]) => !isPlaceholder(word));
  if (!unknown) return undefined;
  return `${unknown[0]} is not known in a subject. Use {customer}, {date} or {files}, or leave out the braces.`;
}

/** @param values "Oak & Sons", "20 Nov 2026", "3 files"; braces within them stay as they are */
export function fillSubject(subject: string, values: Record<SubjectPlaceholder, string>): string {
  return subject.replaceAll(braced, (whole, word: string) => (isPlaceholder(word) ? values[word] : whole));
}
