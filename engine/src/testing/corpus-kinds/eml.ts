import type { ItemOutcome, KindOutcomes } from "./outcome.ts";

/** The page of an email. */
const page = (words: string[], more: { pages?: number; never?: string[] } = {}): ItemOutcome => ({
  path: "Message.html",
  pages: 1,
  ...more,
  words,
});

export const eml: KindOutcomes = {
  "email-no-html-content-1.eml": {
    items: [
      page(
        [
          "Subject [GitHub] Subscribed to 63 nf-core repositories",
          "Sent 10 Oct 2022, 05:14 (UTC-07:00)",
          "Hey there, we’re just writing to let you know that you’ve automatically started watching",
          "https://github.com/nf-core/cookiecutter/subscription",
          "Thanks!",
        ],
        { pages: 2 },
      ),
    ],
  },
  /** The text is Hebrew in Windows-1255, with quoted emails. */
  "email-no-utf8-2008-07-16.062410.eml": {
    items: [page(["16 Jul 2008, 09:24", "סלבה היקר", "Checked by AVG."], { pages: 2 })],
  },
  /** The pictures are on a server and not in the file. */
  "email-replace-mime-encodings-error-3.eml": {
    items: [
      {
        ...page([
          "Subject AWS Online Conference | Last chance to register for Innovate - Every Application Edition",
          "Ready when you are. Last chance to sign up.",
          "Register Now!",
        ]),
        warnings: ["layout-simplified", "linked-pictures-missing"],
      } as ItemOutcome,
    ],
  },
  "eml_with_attachment.eml": {
    items: [
      page(["From Alice Example <alice@example.com>", "Attachments test.txt", "This email contains an attachment."]),
      { path: "test.txt", pages: 1, words: ["This is a test attachment file."] },
    ],
  },
  "eng_spa_mult.eml": {
    items: [page(["Sent 4 Oct 2023, 09:27 (UTC-05:00)", "Todos los seres humanos nacen libres e iguales"])],
  },
  "fake-email-image-embedded.eml": {
    items: [
      { ...page(["Important points:", "this is our logo.", "Violets are blue"]), drawn: 0.005 } as ItemOutcome,
      { path: "unstructured_logo.png", setAside: /is shown in the text of the email/ },
    ],
  },
  "fake-email-utf-16.eml": { items: [page(["Subject Test Email", "Roses are red"])] },
  "mime-html-only.eml": {
    items: [page(["Sent 1 Oct 2024, 12:34 (UTC-05:00)", "This is a text/html part.", "The first emoticon, :)"])],
  },
  "mime-multi-to-cc-bcc.eml": {
    items: [
      page([
        "To Bob <bob@example.com>; Sue <sue@example.com>",
        "Cc Tom <tom@example.com>; Alice <alice@example.com>",
        "Bcc John <john@example.com>; Mary <mary@example.com>",
        "This is a plain-text message.",
      ]),
    ],
  },
  "mime-no-to.eml": {
    items: [page(["From sender@example.com Cc Tom <tom@example.com>", "This is a plain-text message."])],
  },
  "test-incremental-updates.eml": {
    items: [
      page(["Sent 4 May 2023, 10:06 (UTC-04:00)", "Attachments testPDF_incrementalUpdates.pdf", "a container email"]),
      { path: "testPDF_incrementalUpdates.pdf", pages: 1, words: ["Testing Incremental"] },
    ],
  },
  "testRFC822_dkim.eml": {
    items: [page(["Sent 11 Jul 2003, 21:00 (UTC-07:00)", "We lost the game. Are you hungry yet?"])],
  },
};
