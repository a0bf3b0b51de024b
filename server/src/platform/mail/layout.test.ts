import { expect, test } from "vitest";
import { renderHtmlEmail, renderTextEmail } from "./layout.ts";

const content = {
  sender: "Hartley <& Wren>",
  heading: "Join Hartley",
  paragraphs: ["It's <script>alert(1)</script>"],
  action: { label: "Accept", link: 'https://sheaf.example/auth/invitation?token=a&b="c"' },
  footer: "Sent by Sheaf",
};

test("escapes markup in names and texts", () => {
  const html = renderHtmlEmail(content);
  expect(html).not.toContain("<script>");
  expect(html).toContain("It&#39;s &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain("Hartley &lt;&amp; Wren&gt;");
  expect(html).toContain('href="https://sheaf.example/auth/invitation?token=a&amp;b=&quot;c&quot;"');
});

test("the text version has the same content, with the link on a separate line", () => {
  expect(renderTextEmail(content)).toBe(
    `Hartley <& Wren>

Join Hartley

It's <script>alert(1)</script>

Accept:
https://sheaf.example/auth/invitation?token=a&b="c"

-- 
Sent by Sheaf
`,
  );
});
