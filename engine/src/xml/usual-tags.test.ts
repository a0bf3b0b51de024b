import { expect, test } from "vitest";
import { withUsualTags } from "./usual-tags.ts";

test.each([
  ["single quotes", "<c r='A1' t='s'><v>0</v></c>", '<c r="A1" t="s"><v>0</v></c>'],
  ["a double quote within single ones", `<f a='say "x"'/>`, '<f a="say &quot;x&quot;"/>'],
  ["blanks around the equals sign", '<c r = "A1" t= "s"/>', '<c r="A1" t="s"/>'],
  ["line ends between attributes", '<c r="A1"\n\t t="s"\n/>', '<c r="A1" t="s"/>'],
  ["a blank in an end tag", '<row r="1"></row ><x:row\t></x:row\n>', '<row r="1"></row><x:row></x:row>'],
  ["a > in a value", "<l a='x > y' b=\"1>2\">t</l>", '<l a="x &gt; y" b="1&gt;2">t</l>'],
])("%s become the usual form", (_what, xml, usual) => {
  expect(withUsualTags(xml)).toBe(usual);
  expect(withUsualTags(usual)).toBe(usual);
});

test("texts, comments, CDATA sections and declarations stay as they are", () => {
  const kept = "<!-- a='1' --><?x a='1' ?><t>if a ='1' then</t ><![CDATA[<b c='1'>]]>";
  expect(withUsualTags(`<?xml version='1.0'?><a b='1'/>${kept}`)).toBe(
    `<?xml version='1.0'?><a b="1"/>${kept.replace("</t >", "</t>")}`,
  );
});

test.each([
  "<?xml version='1.0' encoding='UTF-8'?><a b=\"it's\" />",
  '<t>it\'s a = b</t><c r="A1" s="2" />',
  "\xff\xfe<\0a\0",
])("a part that is usual already stays as it is: %s", (xml) => {
  expect(withUsualTags(xml)).toBe(xml);
});
