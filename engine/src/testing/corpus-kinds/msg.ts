import type { ItemOutcome, KindOutcomes } from "./outcome.ts";

const page = (...words: string[]): ItemOutcome => ({ path: "Message.html", pages: 1, words });

export const msg: KindOutcomes = {
  "58214_with_attachment.msg": {
    items: [
      page("Subject Master mail Attachments Untitled Attachment.msg", "Vestibulum orci purus, malesuada vitae"),
      {
        path: "Untitled Attachment.msg",
        items: [page("Sent 5 Aug 2015, 14:01 (UTC+02:00)", "Subject Test mail attachment", "Lorem ipsum dolor")],
      },
    ],
  },
  /** Its texts are in Windows-1251, and it names neither sender nor recipient. */
  "ASCII_CP1251_LCID1049.msg": { items: [page("Subject Subject автоматически Subject", "HTML автоматически")] },
  /** The text is only in RTF, with HTML inside. The pictures are on a server. */
  "bug66335.msg": {
    items: [
      {
        path: "Message.html",
        pages: 2,
        words: ["Subject Deine Bestellbestätigung vom 13-09-2018", "Docker for Java Developers", "€10.99", "€149.99"],
        warnings: ["layout-simplified", "linked-pictures-missing"],
      },
    ],
  },
  /** Changed at random: one attachment has no content, the other neither a name nor readable content. */
  "clusterfuzz-testcase-minimized-POIHSMFFuzzer-4735011465854976.msg": {
    items: [
      page("To nicolas1.23456@free.fr Sent 22 Apr 2009, 14:37 (UTC) Subject test pièce jointe 1", "contenu"),
      { path: "Attachment", setAside: /is empty/ },
      { path: "Ā", refused: "unsupported", detail: /is not a kind of file that can be converted/ },
    ],
  },
  "message_1979.msg": {
    items: [page("Sent 16 Aug 1999, 11:23 (UTC)", "have decided that Option 2 best suits our requirements")],
  },
  "msgClassContact.msg": { refused: "unsupported", detail: /is an Outlook contact\. Export it as PDF and replace it/ },
  /** The PDF consists of one line of text. */
  "msg_with_attachment.msg": {
    items: [
      page("Attachments report.pdf; test.txt", "This email contains an attachment."),
      { path: "report.pdf", refused: "damaged", detail: /^report\.pdf is damaged/ },
      { path: "test.txt", pages: 1, words: ["It contains some dummy content."] },
    ],
  },
  "testMSG_Post.msg": {
    items: [
      page("From Allison, Timothy B. Sent 28 Feb 2017, 18:47 (UTC)", "Is going to jump over the lazy brown dog!!!"),
    ],
  },
  "testMSG_att_msg.msg": {
    items: [
      page("Sent 18 Jun 2010, 09:54 (UTC+10:00)", "Test email with 1 msg attachment, 1 pdf"),
      { path: "Test Attachment.msg", items: [page("Sent 18 Jun 2010, 09:52 (UTC+10:00)", "Blah blah blah")] },
      { path: "smbprn.00009008.KdcPjl.pdf", pages: 1, words: ["Friday, 18 June 2010 9:52 AM"] },
    ],
  },
  /** The text is only in RTF, with HTML in Big5 inside. */
  "testMSG_chinese.msg": {
    items: [
      page("From Tests Chang@FT (張毓倫)", "MSG 格式測試", "四、應出席人數：理事 9 人、監事 3 人；實際出席：12 人"),
    ],
  },
  "test_outlook_msg.msg": {
    items: [page("From M. C. Kurtuluş <muratcan.kurtulus@gmail.com> To", "the body of the test email message")],
  },
  /** The text is only in RTF; the stream of plain text holds nothing. */
  "unknown_properties.msg": {
    items: [page("To undisclosed-recipients: Sent 6 Mar 2012, 16:52 (UTC+01:00)", "Tylko po BCC test")],
  },
};
