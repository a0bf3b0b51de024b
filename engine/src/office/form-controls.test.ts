import { expect, test } from "vitest";
import { applyEdits } from "../xml/xml-edits.ts";
import { controlEdits } from "./form-controls.ts";

const control = '<w:control r:id="rId2" w:name="CheckBox1"/>';
const picture = '<v:shape><v:imagedata r:id="rId1"/></v:shape>';
const object = (content: string, element = "object") => `<w:${element}>${content}</w:${element}>`;

function withControlPictures(xml: string) {
  const { edits, isMissing } = controlEdits(xml);
  return { xml: applyEdits(xml, edits), isMissing };
}

test.each(["object", "pict"])("a Word control in w:%s is replaced by the picture that Word stored of it", (element) => {
  const drawn = { xml: object(picture, element), isMissing: false };
  expect(withControlPictures(object(picture + control, element))).toEqual(drawn);
  expect(withControlPictures(object(picture + control.replace("/>", "></w:control>"), element))).toEqual(drawn);
});

test("a control without a picture is kept and causes a warning, even after an object with a picture", () => {
  const xml = object(picture + control) + object(picture) + object(`<v:shape/>${control}`);
  const left = object(picture) + object(picture) + object(`<v:shape/>${control}`);
  expect(withControlPictures(xml)).toEqual({ xml: left, isMissing: true });
});

test("a part without controls, or one that is not well-formed, is unchanged", () => {
  const plain = object(picture);
  expect(withControlPictures(plain)).toEqual({ xml: plain, isMissing: false });
  const broken = `${object(picture + control)}<w:p>`;
  expect(withControlPictures(`<w:body>${broken}</w:body>`)).toEqual({
    xml: `<w:body>${broken}</w:body>`,
    isMissing: false,
  });
});

test("a picture of an object around a control counts until the next object begins", () => {
  const two = object(picture + control + control);
  expect(withControlPictures(two)).toEqual({ xml: object(picture), isMissing: false });
  const text = `<w:body>${object(picture)}<w:r>words</w:r>${object(`words${control}`, "pict")}</w:body>`;
  expect(withControlPictures(text)).toEqual({ xml: text, isMissing: true });
  const other = `<w:body>${object(`<w:drawing><a:blip/></w:drawing>${control}`)}</w:body>`;
  expect(withControlPictures(other)).toEqual({ xml: other, isMissing: true });
});
