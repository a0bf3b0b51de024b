import { expect, test } from "vitest";
import { decodeValue, fieldValue, parseFields, parseStructured } from "./header-fields.ts";

const nameIn = (written: string) => parseStructured(written).params.get("filename");

test.each([
  ['attachment; filename="Rechnung März.pdf"', "Rechnung März.pdf"],
  ["attachment; filename=Invoice May 2026.pdf", "Invoice May 2026.pdf"],
  ['attachment; filename="a;b \\"c\\".pdf"', 'a;b "c".pdf'],
  ['attachment; filename="=?utf-8?B?UmVjaG51bmcgTcOkcnoucGRm?="', "Rechnung März.pdf"],
  ["attachment; filename==?iso-8859-1?Q?Rechnung_M=E4rz.pdf?=", "Rechnung März.pdf"],
  ['attachment; filename="=?utf-8?Q?Rechnung_M=C3?= =?utf-8?Q?=A4rz.pdf?="', "Rechnung März.pdf"],
  ["attachment; filename*=utf-8'de'Rechnung%20M%C3%A4rz.pdf", "Rechnung März.pdf"],
  ["attachment; filename*=windows-1252''Rechnung%20M%E4rz.pdf", "Rechnung März.pdf"],
  ["attachment; filename*0*=utf-8''Rechnung%20M%C3; filename*1*=%A4rz; filename*2=.pdf", "Rechnung März.pdf"],
  ['attachment; filename*1="May.pdf"; filename*0="Invoice "', "Invoice May.pdf"],
  ["attachment; filename=\"old.pdf\"; filename*=utf-8''new.pdf", "new.pdf"],
  ["attachment; filename=\"utf-8''Rechnung%20M%C3%A4rz.pdf\"", "Rechnung März.pdf"],
  ['attachment; filename="100%25 paid.pdf"', "100% paid.pdf"],
  ['attachment; filename="50% off.pdf"', "50% off.pdf"],
  ['attachment; filename="a%00b.pdf"', "a%00b.pdf"],
  ["attachment; ; =x; filename*=utf-8''%", "%"],
  ["attachment; filename=a.pdf; filename=b.pdf", "a.pdf"],
  ["attachment; filename*10=c; filename*9=b; filename*0=a", "abc"],
  ['attachment; filename*0="a%20b"; filename*1*=%20c', "a%20b c"],
  ["attachment; filename*0*=x''%41; filename*1=%42", "A%42"],
  ["attachment; filename*0*=%41; filename*1*=utf-8''%42", "Autf-8''B"],
  ["attachment; filename*0==?utf-8?Q?M=C3=A4; filename*1=rz?=", "März"],
  ["attachment; filename*=M%c3%a4rz", "März"],
  ["attachment; filename*x=1; filename=a.pdf", "a.pdf"],
  ['attachment; filename="a\\\\b.pdf"', "a\\b.pdf"],
  ['attachment; filename="a.pdf', "a.pdf"],
  ['attachment; filename="', ""],
  ['attachment; filename="a";b', "a"],
  ["attachment; filename=a\\;b", "a\\"],
  ["attachment;f=1;filename=x", "x"],
  ["attachment; filename=100%zz", "100%zz"],
  ["attachment; filename=%ff", "%ff"],
  ["attachment", undefined],
])("the name in %j is read as %j", (written, name) => {
  expect(nameIn(written)).toBe(name);
});

test("a media type is read without its comment, in lower case, with its parameters", () => {
  const { value, params } = parseStructured('TEXT/Plain (words); Charset="UTF-8"; format=flowed');
  expect(value).toBe("text/plain");
  expect([...params]).toEqual([
    ["charset", "UTF-8"],
    ["format", "flowed"],
  ]);
});

test("folded fields are joined, and bytes beyond ASCII are UTF-8 or Windows-1252", () => {
  const header = "Subject: Rechnung\r\n  März\r\nno field\r\nX-Empty:\r\n";
  const fields = [
    { name: "subject", value: "Rechnung  März" },
    { name: "x-empty", value: "" },
  ];
  expect(parseFields(Buffer.from(header))).toEqual(fields);
  expect(parseFields(Buffer.from(header, "latin1"))).toEqual(fields);
});

test("a subject in encoded words is read as one line", () => {
  expect(decodeValue("=?utf-8?Q?Re:_M=C3=A4rz?=\t=?utf-8?B?IOKCrA==?=  and more")).toBe("Re: März € and more");
});

test("a carriage return within a line is a space, and a folded line without a field before it is nothing", () => {
  expect(parseFields(Buffer.from(" lost\nSubject: a\rb\n"))).toEqual([{ name: "subject", value: "a b" }]);
  expect(parseFields(Buffer.from("Date :x:y\n"))).toEqual([{ name: "date", value: "x:y" }]);
});

test("of two fields with one name the first is found", () => {
  const fields = parseFields(Buffer.from("To: a\nTo: b\n"));
  expect(fieldValue(fields, "to")).toBe("a");
  expect(fieldValue(fields, "cc")).toBe(undefined);
});
