import { destinationOf, scanDpiOf } from "@sheaf/contracts/destinations.ts";
import type { ReadabilityFinding } from "@sheaf/contracts/file-reading.ts";
import type { ReadingProblem } from "@sheaf/contracts/reading.ts";
import type { HardPage } from "./table.ts";

/** The job that a page belongs to. */
export interface JobOfPage {
  sendEmail: boolean;
  customerEmail: string;
  customerOutputEmail: string | null;
}

const titles: Record<ReadingProblem, string> = {
  small: "Too small to read",
  blurred: "Blurred",
  faint: "Too faint to read",
  "cut-off": "Cut off",
  "no-words": "Nothing could be read",
};

/** What to ask for; null where the resolution says it. */
const advice: Record<ReadingProblem, string> = {
  small: "Ask for a larger photo, taken closer to the paper.",
  blurred: "Ask for a sharper photo: hold the camera still and focus on the print.",
  faint: "Ask for a new photo with more light, or for a scan in shades of grey.",
  "cut-off": "Ask for a photo of the whole page: part of it is missing.",
  "no-words": "Look at the page, and ask for a new photo if it should say something.",
};

/**
 * Returns the findings about pages that a person or an inbox could not read.
 * @param waits whether the job waited for its reading: only then a finding can hold its emails
 */
export function findingsOf(hardPages: HardPage[], job: JobOfPage, waits: boolean): ReadabilityFinding[] {
  const inbox = job.sendEmail ? (job.customerOutputEmail ?? job.customerEmail) : null;
  const { wanted, refusedBelow = 0 } = scanDpiOf(inbox);
  const taker = destinationOf(inbox)?.name;
  return hardPages.map(({ page, problem, dpi }) => ({
    kind: "readability",
    page,
    problem,
    dpi,
    severity: waits && inbox !== null && dpi !== null && dpi < refusedBelow ? "hold" : "note",
    title: titles[problem],
    text: dpi !== null && dpi < wanted ? resolutionAdvice(dpi, wanted, taker) : advice[problem],
  }));
}

function resolutionAdvice(dpi: number, wanted: number, taker: string | undefined): string {
  const wish = taker ? `${taker} wants ${wanted}` : `${wanted} are usual`;
  return `Ask for a new photo or scan: this one has ${Math.round(dpi)} dots per inch, and ${wish}.`;
}
