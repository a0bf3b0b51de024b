import { destinations, destinationsCheckedOn } from "@sheaf/contracts/destinations.ts";
import { formatsByGroup } from "@sheaf/contracts/formats.ts";
import {
  containerLimits,
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

const perFile = listed(fallbackPlans.map(({ name, maxFileBytes }) => `${name} ${megabytes(maxFileBytes)} MB`));
const pageLimit = `One file can have up to ${number(conversionLimits.pages)} pages.`;
const kept = `For the number of days chosen in Settings, ${retention.defaultDays} by default. They are always deleted after ${retention.documentDays} days, whatever Settings say; the job itself stays in the audit trail.`;

const documents: HelpGroup = {
  id: "documents",
  title: "Document processing",
  entries: [
    {
      id: "formats",
      question: "Which files can I upload?",
      answer: [
        formatsByGroup.map(({ inHelp, extensions }) => `${inHelp}: ${listed(extensions)}.`).join(" "),
        "A file with macros is converted as it was saved: its macros are never run, and a note says so.",
      ],
    },
    {
      id: "containers",
      question: "What happens to ZIP archives and emails?",
      answer: [
        `The files inside are unpacked and converted one by one, also from an archive inside an email, up to ${containerLimits.depth} levels deep and ${containerLimits.items} files in one upload. Each file has its path in the list and in the PDF’s bookmarks. One that cannot be converted can be replaced alone.`,
        "The text of an email becomes a page when it says more than a greeting and a signature; you can change that for each customer. Logos and files that are not documents are set aside: the job lists them, and you can add each to the PDF.",
        "A protected archive asks for its password as a PDF does.",
      ],
    },
    {
      id: "e-invoices",
      question: "What happens to XML invoices?",
      answer: [
        "UBL and CII invoices, such as XRechnung and Peppol, become a readable A4 invoice, and a note says where their totals do not add up. The XML remains the original. Documents attached to the invoice are converted as well. A PDF with an invoice inside (Factur-X, ZUGFeRD) keeps its own pages.",
      ],
    },
    {
      id: "limits",
      question: "How large can files be?",
      answer: [
        `Each file: ${perFile}. Up to ${uploadLimits.filesPerJob} files, and at most ${megabytes(uploadLimits.totalBytes)} MB per upload. The web page takes up to ${megabytes(uploadLimits.webTotalBytes)} MB at a time.`,
        pageLimit,
      ],
      ownPractice: [
        `Each file: ${megabytes(ownPracticePlan.maxFileBytes)} MB. Up to ${uploadLimits.filesPerJob} files, and at most ${megabytes(uploadLimits.totalBytes)} MB per upload.`,
        pageLimit,
      ],
    },
    {
      id: "pages",
      question: "What do the PDFs look like?",
      answer: [
        "Every page is A4 and upright: larger pages are shrunk, never cropped, and landscape stays landscape. By default all files are merged into one PDF in your order, with a bookmark for each. You can choose separate PDFs instead.",
        "Hidden sheets and slides are left out. CSV keeps every cell as written, leading zeros and sort codes included.",
      ],
    },
    {
      id: "reading",
      question: "How do I find a paper by its words?",
      answer: [
        "Press / or open Pages in the audit trail and type what is printed on it: a shop’s name, an amount such as £48.20, a date or a file name. Sheaf reads pages after their PDF is made, scans and photos included, and marks what it found on the page. Pages are searched while their files are kept.",
        "A photo that cannot be read is shown beside its file with what to ask for, and a scan that is upside down can be turned with one click. Downloaded PDFs are searchable. Everything is read on this installation, and the owner can turn it off in Settings.",
      ],
    },
    {
      id: "lights",
      question: "What do the lights mean?",
      answer: [
        "Yellow: work is in progress, such as converting or sending. The page updates automatically.",
        "Green: finished. Ready when the PDF is made, Sent when the email is accepted, Delivered when its arrival is confirmed.",
        "Red: a file or an email needs you. Click the light for the reason and what to do. A failed document can be retried or uploaded again. Emails also wait in red until you have confirmed your own email address.",
        "Grey: not sent. Every email of the job was cancelled, but the PDF is available.",
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
  title: "Customer management",
  entries: [
    {
      id: "output-email",
      question: "What is the output email?",
      answer: [
        "The inbox of the customer’s accounting software, such as Dext, Xero or Sage. Sheaf emails PDFs there, or to the customer’s own address if you enter no output email. To send the customer a copy as well, tick the box in the upload.",
      ],
    },
    {
      id: "inboxes",
      question: "What does each accounting inbox accept?",
      answer: [
        ...destinations.map(({ files, caution }) => (caution ? `${files} ${caution.value}` : files)),
        `These limits were checked on ${date(`${destinationsCheckedOn}T12:00`)} and may change. An upload for such an inbox starts with the recommended choice, which you can change.`,
      ],
    },
    {
      id: "reference",
      question: "What are reference numbers for?",
      answer: [
        "Your own number for a customer. It is optional, unique to one customer, and can be used in every search.",
      ],
    },
    {
      id: "archive",
      question: "What is the difference between archiving and deleting?",
      answer: [
        "An archived customer is no longer offered for uploads, keeps its history and can be restored. A deleted customer is removed from the list for good. In both cases existing jobs keep the customer’s name and address, and unfinished jobs are completed.",
      ],
    },
    {
      id: "import",
      question: "Can I import my customer list?",
      answer: [
        "Yes, as a CSV file on the Customers page. Rows with errors are shown before any customer is added. You can export the list in the same way.",
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
        "Only the members of your practice: users can only access their own customers and documents. Administrators of the service cannot open documents.",
      ],
      ownPractice: ["Only the members of your practice. The administrators’ portal shows no documents."],
    },
    {
      id: "passwords",
      question: "How are passwords stored?",
      answer: [
        `Passwords are hashed with scrypt, so nobody can read them. A password needs at least ${passwordLength.min} characters, and common passwords are refused.`,
      ],
    },
    {
      id: "attempts",
      question: "Why do I have to wait before signing in?",
      answer: [
        `After ${signInLimits.perAccountAndAddress} failed attempts within ${signInLimits.windowMinutes} minutes further attempts are refused, even with the right password. The message says how long to wait.`,
      ],
    },
    {
      id: "sessions",
      question: "When am I signed out?",
      answer: [
        `After ${sessionMinutes.default} minutes without activity, or after the time you choose in Settings (${sessionMinutes.min} to ${number(sessionMinutes.max)} minutes). Your unsaved work stays on the page: sign in again there to continue. Settings also lists your sessions and lets you end them.`,
      ],
    },
    {
      id: "leaving",
      question: "Can I download or delete all my data?",
      answer: [
        "Yes. The owner can download everything as one ZIP file, and delete the account, in Settings. Personal data is erased at once, except the transaction records that the law requires us to keep.",
      ],
      ownPractice: [
        "Yes. The owner can download everything as one ZIP file, and delete the practice, in Settings. Personal data is erased at once.",
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
        `${named("Bank March.pdf", "password")} Enter the password in the job: the other files wait, nothing needs to be uploaded again, and the password is erased as soon as the file has been converted.`,
        "A PDF that opens without a password but forbids printing is converted like any other.",
      ],
    },
    {
      id: "corrupted",
      question: "My file is corrupted",
      answer: [
        `Sheaf repairs the file where it can and adds a note. Otherwise the job says: ${named("Ledger.xlsx", "damaged")} The files beside it are not affected.`,
      ],
    },
    {
      id: "other-reasons",
      question: "Why else can a file be refused?",
      answer: (["empty", "unsupported", "active-content", "too-large", "timeout"] as const).map((reason) =>
        named("Notes.docx", reason),
      ),
    },
    {
      id: "not-arrived",
      question: "An email did not arrive",
      answer: [
        "Open the job in the audit trail: the timeline shows the mail server’s reply. Check the customer’s output email, and that the inbox accepts emails from our address. QuickBooks, for example, accepts emails from invited senders only.",
        "The Email Test page sends a message to any address and shows the result.",
      ],
    },
    {
      id: "looks-different",
      question: "A page looks different from the original",
      answer: [
        "Usually a font is not installed here, and a note on the file says so. Save the document as PDF, or with its fonts embedded, and replace it.",
      ],
    },
  ],
};

const forEverybody = [documents, clients, security, troubleshooting];
const ofService = [billing, ...forEverybody];
const ofOwnPractice = forEverybody.map((group) => ({
  ...group,
  entries: group.entries.map(({ ownPractice, ...entry }) => ({ ...entry, answer: ownPractice ?? entry.answer })),
}));

/** Returns all questions in their groups. */
export const helpGroups = (isOwnPractice: boolean): HelpGroup[] => (isOwnPractice ? ofOwnPractice : ofService);

/** Returns the entries that contain every word of the search, in their groups; groups without any are left out. */
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
