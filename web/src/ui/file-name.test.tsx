import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { FileName, WithNames } from "./file-name.tsx";

test.each(["חשבונית 2026 - עותק סופי.pdf", "A very long name of a bank statement, March 2026 (2).pdf"])(
  "%s is one text node in its own direction",
  (name) => {
    const { container } = render(<FileName name={name} />);
    const [shown, ...others] = container.querySelectorAll("bdi");
    expect(others).toEqual([]);
    expect([...(shown?.childNodes ?? [])].map(({ nodeType }) => nodeType)).toEqual([Node.TEXT_NODE]);
    expect(shown?.textContent).toBe(name);
  },
);

test("in a sentence a right-to-left name has its own direction, and the text of the sentence is unchanged", () => {
  const text = "Replaced שלום.pdf with שלום.pdf (2).pdf, not with a.pdf";
  const { container } = render(<WithNames text={text} names={["שלום.pdf", "a.pdf", "שלום.pdf (2).pdf"]} />);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll("bdi")].map((one) => one.textContent)).toEqual([
    "שלום.pdf",
    "שלום.pdf (2).pdf",
  ]);
});
