import { expect, test } from "vitest";
import { hasControls, withControlPictures } from "./form-controls.ts";

const control = '<w:control r:id="rId2" w:name="CheckBox1"/>';
const picture = '<v:shape><v:imagedata r:id="rId1"/></v:shape>';
const object = (content: string, element = "object") => `<w:${element}>${content}</w:${element}>`;

test.each(["object", "pict"])("a control of Word in its w:%s is the picture that Word keeps of it", (element) => {
  const drawn = { xml: object(picture, element), isMissing: false };
  expect(withControlPictures(object(picture + control, element))).toEqual(drawn);
  expect(withControlPictures(object(picture + control.replace("/>", "></w:control>"), element))).toEqual(drawn);
});

test("a control without a picture stays and is told of, also behind something that has one", () => {
  const xml = object(picture + control) + object(picture) + object(`<v:shape/>${control}`);
  const left = object(picture) + object(picture) + object(`<v:shape/>${control}`);
  expect(withControlPictures(xml)).toEqual({ xml: left, isMissing: true });
});

const letter = (element: string, shown = "control1") =>
  `<form:form form:name="Order">${element}</form:form><text:p><draw:control svg:width="2cm" draw:control="${shown}"/></text:p>`;

test.each([
  ["by its old name", '<form:checkbox form:name="Agreed" form:id="control1"/>'],
  ["by its new name", '<form:button form:label="Order" xml:id="control1"><form:properties/></form:button>'],
])("a control of an OpenDocument letter is found %s", (_how, element) => {
  expect(hasControls(letter(element))).toBe(true);
});

test.each([
  ["is not to be printed", letter('<form:button form:id="control1" form:printable="false"/>')],
  ["is never seen", letter('<form:hidden form:id="control1"/>')],
  ["stands nowhere", letter('<form:button form:id="control2"/>')],
  ["is not there", "<text:p>draw:control</text:p>"],
])("nobody misses one that %s", (_why, xml) => expect(hasControls(xml)).toBe(false));
