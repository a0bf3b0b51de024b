import { supportAnswerHours } from "@sheaf/contracts/business-facts.ts";
import { destinations, destinationsCheckedOn } from "@sheaf/contracts/destinations.ts";
import { formatsByGroup } from "@sheaf/contracts/formats.ts";
import {
  conversionLimits,
  passwordLength,
  retention,
  sessionMinutes,
  signInLimits,
  uploadLimits,
} from "@sheaf/contracts/limits.ts";
import { fallbackPlans, ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import { refusals } from "@sheaf/contracts/refusal-words.ts";
import { date } from "../../ui/dates.ts";
import { megabytes } from "../../ui/sizes.ts";
import { count, listed, number } from "../../ui/words.ts";
import { billing } from "./help-billing.ts";
import type { HelpEntry, HelpGroup } from "./help-entry.ts";

const perFile = listed(fallbackPlans.map(({ name, maxFileBytes }) => `${name} ${megabytes(maxFileBytes)}MB`));
const pageLimit = `One file may have up to ${number(conversionLimits.pages)} pages.`;
const kept = `As long as Settings say, ${retention.defaultDays} days to begin with; they are deleted automatically after ${retention.documentDays} days at the latest. The audit trail keeps the line of the job.`;

const documents: HelpGroup = {
  id: "documents",
  title: "Document processing",
  entries: [
    {
      id: "formats",
      question: "Which files may I upload?",
      answer: [
        formatsByGroup.map(({ inHelp, extensions }) => `${inHelp}: ${listed(extensions)}.`).join(" "),
        "Files with macros (DOCM, XLSM, PPTM) are not taken. Save them without macros first.",
      ],
    },
    {
      id: "limits",
      question: "How large may they be?",
      answer: [
        `Each file: ${perFile}. Up to ${uploadLimits.filesPerJob} files, and at most ${megabytes(uploadLimits.totalBytes)}MB per upload; the web page takes ${megabytes(uploadLimits.webTotalBytes)}MB at a time.`,
        pageLimit,
      ],
      ownPractice: [
        `Each file: ${megabytes(ownPracticePlan.maxFileBytes)}MB. Up to ${uploadLimits.filesPerJob} files, and at most ${megabytes(uploadLimits.totalBytes)}MB per upload.`,
        pageLimit,
      ],
    },
    {
      id: "pages",
      question: "What do the PDFs look like?",
      answer: [
        "Every page is A4, upright and whole: larger pages are shrunk, never cropped, and landscape stays landscape. By default all files are merged into one PDF in your order, with a bookmark for each; or choose separate PDFs.",
        "Hidden sheets and slides are left out. CSV keeps every cell as written, leading zeros and sort codes included.",
      ],
    },
    {
      id: "lights",
      question: "What do the lights mean?",
      answer: [
        "Yellow: something is still to do, such as converting or sending. Wait; the page changes by itself.",
        "Green: all is done. Ready when the PDF is made, Sent when the email was accepted, Delivered when its arrival is confirmed.",
        "Red: something needs you. Click it for the details: which file or email, why, and what to do. A failed document can be retried or uploaded again. Emails also wait in red until you have confirmed your own email address.",
        "Grey: Not sent. Every email of the job was taken back; the PDF is there.",
      ],
    },
    {
      id: "retention",
      question: "How long are documents kept?",
      answer: [
        kept,
        `Transaction records are kept for ${count(retention.transactionYears, "year")}, audit logs for ${count(retention.auditYears, "year")}.`,
      ],
      ownPractice: [kept, `Audit logs are kept for ${count(retention.auditYears, "year")}.`],
    },
  ],
};

const clients: HelpGroup = {
  id: "clients",
  title: "Client management",
  entries: [
    {
      id: "output-email",
      question: "What is the output email?",
      answer: [
        "The inbox of the client’s accounting software, such as Dext, Xero or Sage. PDFs that you have emailed go there; without one they go to the client’s own address. A copy to the client is one tick in each upload.",
      ],
    },
    {
      id: "inboxes",
      question: "What does each accounting inbox take?",
      answer: [
        ...destinations.map(({ files, caution }) => (caution ? `${files} ${caution.value}` : files)),
        `That is what their makers and users said on ${date(`${destinationsCheckedOn}T12:00`)}; limits change. An upload for such an inbox begins with the way it likes best, and you can choose another.`,
      ],
    },
    {
      id: "reference",
      question: "What are reference numbers for?",
      answer: [
        "Give a client the number that you know them by. It is optional, belongs to one client only, and finds them in every search.",
      ],
    },
    {
      id: "archive",
      question: "What is the difference between archiving and deleting?",
      answer: [
        "An archived client leaves the pickers, keeps its history, and can be restored. A deleted one is gone from the list. Jobs keep the name and address that they were made with either way, and unfinished ones finish.",
      ],
    },
    {
      id: "import",
      question: "Can I bring my client list along?",
      answer: [
        "Yes, as a CSV file, on the Customers page. Rows with a mistake are shown before anything is added. The list can be exported the same way.",
      ],
    },
  ],
};

const security: HelpGroup = {
  id: "security",
  title: "Security",
  entries: [
    {
      id: "access",
      question: "Who can see my documents?",
      answer: [
        "The members of your practice, and nobody else: users can only access their own clients and documents. Administrators of the service cannot open them.",
      ],
      ownPractice: ["The members of your practice. The portal for administrators shows none of them."],
    },
    {
      id: "passwords",
      question: "How are passwords kept?",
      answer: [
        `Passwords are hashed with scrypt, so nobody can read them back. A password has at least ${passwordLength.min} characters; common ones are refused.`,
      ],
    },
    {
      id: "attempts",
      question: "Why am I told to wait before signing in?",
      answer: [
        `After ${signInLimits.perAccountAndAddress} failed attempts within ${signInLimits.windowMinutes} minutes further ones are refused, even with the right password. The message says how long to wait.`,
      ],
    },
    {
      id: "sessions",
      question: "When am I signed out?",
      answer: [
        `After ${sessionMinutes.default} minutes without use, or what you set, from ${sessionMinutes.min} to ${number(sessionMinutes.max)}. What you have typed stays on the page: sign in again there and go on. Settings lists your sessions and ends them.`,
      ],
    },
    {
      id: "leaving",
      question: "Can I take everything with me, or delete it?",
      answer: [
        "The owner downloads all of it as one zip in Settings, and can delete the account there. Personal data is erased at once, except the transaction records that the law wants.",
      ],
      ownPractice: [
        "The owner downloads all of it as one zip in Settings, and can delete the practice there. Personal data is erased at once.",
      ],
    },
  ],
};

const named = (name: string, reason: keyof typeof refusals) => `“${name} ${refusals[reason]}”`;

const troubleshooting: HelpGroup = {
  id: "troubleshooting",
  title: "Troubleshooting",
  entries: [
    {
      id: "password-protected",
      question: "My file is password-protected",
      answer: [
        `${named("Bank March.pdf", "password")} You do that in the job: the other files wait, nothing has to be uploaded again, and the password is erased as soon as the file is done.`,
        "A PDF that opens without a password but forbids printing is converted like any other.",
      ],
    },
    {
      id: "corrupted",
      question: "My file is corrupted",
      answer: [
        `What can be repaired is repaired, with a note that says so. Otherwise: ${named("Ledger.xlsx", "damaged")} The files beside it are not affected.`,
      ],
    },
    {
      id: "other-reasons",
      question: "Which other reasons are there?",
      answer: (["empty", "unsupported", "active-content", "too-large", "timeout"] as const).map((reason) =>
        named("Notes.docx", reason),
      ),
    },
    {
      id: "not-arrived",
      question: "An email did not arrive",
      answer: [
        "Open the job in the audit trail: the timeline has the mail server’s own words. Check the client’s output email, and that the inbox takes emails from this address: QuickBooks, for one, takes them from invited senders only.",
        "The Email Test page sends a message to any address and tells what happened.",
      ],
    },
    {
      id: "looks-different",
      question: "A page looks different from the original",
      answer: [
        "Most often a font is missing here: the file’s note says so. Save the document as PDF, or with its fonts embedded, and replace it.",
      ],
    },
    {
      id: "answer-time",
      question: "How soon does support answer?",
      answer: [
        `Within ${supportAnswerHours} hours on business days. Small Firm and Growth Practice are answered first.`,
      ],
      ownPractice: null,
    },
  ],
};

const forEverybody = [documents, clients, security, troubleshooting];
const ofService = [billing, ...forEverybody];
const ofOwnPractice = forEverybody.map((group) => ({
  ...group,
  entries: group.entries.flatMap(({ ownPractice, ...entry }) =>
    ownPractice === null ? [] : { ...entry, answer: ownPractice ?? entry.answer },
  ),
}));

/** All questions, in their groups. */
export const helpGroups = (isOwnPractice: boolean): HelpGroup[] => (isOwnPractice ? ofOwnPractice : ofService);

/** The entries that hold every word of the search, in their groups; groups without any are left out. */
export function findHelp(query: string, isOwnPractice: boolean): HelpGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ question, answer }: HelpEntry) => {
    const text = [question, ...answer].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return helpGroups(isOwnPractice)
    .map((group) => ({ ...group, entries: group.entries.filter(holds) }))
    .filter(({ entries }) => entries.length > 0);
}
