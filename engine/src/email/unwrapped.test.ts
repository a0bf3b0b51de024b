import { expect, test } from "vitest";
import { attached, type EmailPart, emailFile } from "../../../fixtures/email-files.ts";
import { signedFile } from "../../../fixtures/signed-files.ts";
import { tnefFile } from "../../../fixtures/tnef-files.ts";
import { ConvertError } from "../converter.ts";
import { contentOf } from "./message.ts";
import { readEml } from "./read-eml.ts";
import { unwrapped } from "./unwrapped.ts";

/** A message without the header of an email, as programs sign it. */
const inner = (text: string) =>
  Buffer.from(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\n` +
      "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\n%PDF-1.7\r\n--b--\r\n",
  );

const signed = (content: Uint8Array | string, type: "signed" | "enveloped" = "signed"): EmailPart => ({
  type: 'application/pkcs7-mime; name="smime.p7m"',
  fields: ['Content-Disposition: attachment; filename="smime.p7m"'],
  content: signedFile(content, { type }),
});

const read = (email: EmailPart) => unwrapped(readEml(emailFile(email)));
const names = (email: EmailPart) => read(email).attachments.map(({ name }) => name);

test("a signed email shows what was signed, under its own header", () => {
  const { from, subject, body, attachments } = read(signed(inner("Signed words")));
  expect({ from, subject }).toEqual({ from: "Anna Baker <anna@bakery.example>", subject: "May" });
  expect(body).toEqual([{ kind: "text", content: "Signed words" }]);
  expect(attachments.map((one) => [one.name, contentOf(one).toString()])).toEqual([["a.pdf", "%PDF-1.7"]]);
});

test("a message that was signed several times is shown, to a depth of three", () => {
  const again = (content: Buffer) =>
    Buffer.from(
      `Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${signedFile(content).toString("base64")}\r\n`,
    );
  const twice = again(inner("Signed words"));
  expect(read(signed(twice)).body).toEqual([{ kind: "text", content: "Signed words" }]);
  expect(names(signed(again(again(twice))))).toEqual(["smime.p7m"]);
});

test("an email that is encrypted as a whole is refused, and an encrypted file beside others is not opened", () => {
  const encrypted = signed("secret", "enveloped");
  expect(() => read(encrypted)).toThrow(ConvertError);
  expect(() => read(encrypted)).toThrow(/^is encrypted for its recipient/);
  expect(names({ parts: [{ content: "Words" }, encrypted] })).toEqual(["smime.p7m"]);
});

test("a signed document and a file that is no signed message stay attachments", () => {
  expect(names({ parts: [{ content: "Words" }, signed("%PDF-1.7")] })).toEqual(["smime.p7m"]);
  expect(names({ parts: [{ content: "Words" }, attached("smime.p7m", "no signature")] })).toEqual(["smime.p7m"]);
});

const tnef = tnefFile({ body: "Inner words", attachments: [{ name: "a.pdf", content: "%PDF" }] });

test.each([
  ["winmail.dat", "application/octet-stream", ["a.pdf"]],
  ["WINMAIL.DAT", "", ["a.pdf"]],
  ["noname.bin", "", ["noname.bin"]],
  ["att00012.dat", "", ["a.pdf"]],
  ["", "application/octet-stream", ["a.pdf"]],
  ["other.dat", "application/ms-tnef", ["a.pdf"]],
  ["other.dat", "application/vnd.ms-tnef", ["a.pdf"]],
  ["other.dat", "application/octet-stream", ["other.dat"]],
  ["Inner.msg", "message/rfc822", ["Inner.msg"]],
])("winmail.dat under the name %j and the type %j is replaced by %j", (name, type, expected) => {
  const fields =
    name === "" ? ["Content-Disposition: attachment"] : [`Content-Disposition: attachment; filename=${name}`];
  expect(names({ parts: [{ content: "Words" }, { type: type || "a/b", fields, content: tnef }] })).toEqual(expected);
});

test("the text of a message is that of the first wrapper that has one, where it has none itself", () => {
  const wrapper = attached("winmail.dat", tnef);
  const blank = attached("winmail.dat", tnefFile({ body: " " }));
  const textOf = (...parts: EmailPart[]) => read({ parts }).body.map(({ content }) => content);
  expect(textOf({ content: "Words" }, wrapper)).toEqual(["Words"]);
  expect(textOf({ content: " " }, blank, wrapper)).toEqual(["Inner words"]);
  expect(textOf({ content: " " }, blank)).toEqual([" "]);
});

test("a message that is nothing but an appointment is refused, and beside words or files it stays an attachment", () => {
  const appointment = attached("winmail.dat", tnefFile({ messageClass: "IPM.Appointment" }));
  expect(() => read({ parts: [appointment] })).toThrow(expect.objectContaining({ reason: "unsupported" }));
  expect(() => read({ parts: [{ content: " " }, appointment] })).toThrow(ConvertError);
  expect(names({ parts: [{ content: "Words" }, appointment] })).toEqual(["winmail.dat"]);
  expect(names({ parts: [appointment, attached("a.pdf", "%PDF")] })).toEqual(["winmail.dat", "a.pdf"]);
  const damaged = attached("winmail.dat", tnef.subarray(0, 60));
  expect(names({ parts: [damaged] }), "a damaged one is an attachment even so").toEqual(["winmail.dat"]);
});
