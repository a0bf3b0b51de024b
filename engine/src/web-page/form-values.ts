import { entryOf } from "./entry-of.ts";
import { attribute, childElements, descendants, type Element, textContent } from "./parse-html.ts";

const buttons: Record<string, string> = { submit: "Submit", reset: "Reset", button: "" };
const withoutText = /^(?:hidden|image|file|range|color|password)$/;

/**
 * Returns what a form control shows: text typed, a ticked box, the chosen option. Undefined for an element that is no
 * control, and for a button, whose text is its content.
 */
export function controlText(element: Element): string | undefined {
  switch (element.tagName) {
    case "input":
      return inputText(element);
    case "select":
      return chosenOptions(element);
    case "textarea": {
      const text = textContent(element).replace(/^\n/, "");
      return text === "" ? (attribute(element, "placeholder") ?? "") : text;
    }
    default:
      return undefined;
  }
}

function inputText(input: Element): string {
  const type = (attribute(input, "type") ?? "text").trim().toLowerCase();
  const value = attribute(input, "value");
  if (type === "checkbox" || type === "radio") {
    const isTicked = attribute(input, "checked") !== undefined;
    if (type === "checkbox") return isTicked ? "☑" : "☐";
    return isTicked ? "◉" : "○";
  }
  if (type === "password") return "•".repeat(Math.min(20, value?.length ?? 0));
  if (withoutText.test(type)) return "";
  const label = entryOf(buttons, type);
  if (label !== undefined) return value ?? label;
  return value === undefined || value === "" ? (attribute(input, "placeholder") ?? "") : value;
}

function chosenOptions(select: Element): string {
  const options = [...descendants(select)].filter(({ tagName }) => tagName === "option");
  const chosen = options.filter((one) => attribute(one, "selected") !== undefined);
  const isList = attribute(select, "multiple") !== undefined;
  const shown = chosen.length > 0 ? (isList ? chosen : chosen.slice(-1)) : isList ? [] : options.slice(0, 1);
  return shown.map((one) => textContent(one).replaceAll(/\s+/g, " ").trim()).join(", ");
}

/** Whether only the summary of a `details` element is shown. */
export const isClosedDetails = (element: Element): boolean =>
  element.tagName === "details" && attribute(element, "open") === undefined;

/** Returns the summary of a `details` element. */
export const summaryOf = (details: Element): Element | undefined =>
  childElements(details).find(({ tagName }) => tagName === "summary");
