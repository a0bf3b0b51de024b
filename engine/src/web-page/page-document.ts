import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import { buildPage } from "./build-page.ts";
import { cascadeOf } from "./cascade.ts";
import { lightness } from "./css-values.ts";
import { withoutData } from "./data-addresses.ts";
import { measure } from "./measure.ts";
import { decodePage } from "./page-encoding.ts";
import { fillFrames } from "./page-frames.ts";
import { PageLayout } from "./page-layout.ts";
import { type PagePart, readPictures } from "./page-pictures.ts";
import { pageSize } from "./page-size.ts";
import { attribute, descendants, type Element, isElement, parseHtml, textContent } from "./parse-html.ts";
import type { ReadPage } from "./read-page.ts";
import { isForPaper, readStylesheets } from "./stylesheets.ts";
import { withoutTrailingSpace } from "./trailing-space.ts";
import type { OdtDocument } from "./write-odt.ts";

/**
 * Lays out a page as a document of LibreOffice.
 * @throws ConvertError empty, too-large
 */
export async function documentOf(source: ReadPage): Promise<{ document: OdtDocument; warnings: Warning[] }> {
  const { html, dataAt } = withoutData(source.html);
  const parsed = parseHtml(html);
  const root = parsed.childNodes.find((one): one is Element => isElement(one));
  if (!root) throw new ConvertError("empty");
  const base = baseOf(root, source.address);
  const partAt = (address: string) => source.partAt(address, base);
  const hasFrames = fillFrames(root, partAt);
  const sheets = pageStylesheets(root, partAt);
  const styles = readStylesheets(sheets.texts);
  const pictures = await readPictures(root, partAt, dataAt);
  const page = buildPage(root, {
    cascade: cascadeOf(styles.rules, parsed.mode === "quirks"),
    pictureFor: (address) => {
      const found = pictures.of(address);
      return found ? found.picture : found;
    },
    base,
  });
  const content = { ...page.root, children: withoutTrailingSpace(page.root.children) };
  if (content.children.length === 0) throw new ConvertError("empty");

  const size = pageSize(measure(content).min, styles.page.landscape);
  const layout = new PageLayout();
  const body = layout.body(content, size.width - 2 * size.margin);
  const isDark = page.background !== undefined && lightness(page.background) < 0.6;
  const isSimplified = page.isSimplified || hasFrames || sheets.isIncomplete || styles.isIncomplete;
  return {
    document: {
      body,
      styles: layout.styles.xml(),
      page: size,
      background: isDark ? page.background : undefined,
      pictures: pictures.used(layout.pictures),
    },
    warnings: [...(isSimplified ? [simplifiedWarning] : []), ...missingPicturesWarning(page.missingPictures)],
  };
}

/** Returns the address to which those of the page are relative. */
function baseOf(root: Element, address: string | undefined): string | undefined {
  for (const element of descendants(root)) {
    if (element.tagName === "body") break;
    const href = element.tagName === "base" ? attribute(element, "href") : undefined;
    if (href !== undefined) return URL.parse(href, address)?.href ?? address;
  }
  return address;
}

/** Returns the stylesheets of a page for paper, in document order. */
function pageStylesheets(
  root: Element,
  partAt: (address: string) => PagePart | undefined,
): { texts: string[]; isIncomplete: boolean } {
  const texts: string[] = [];
  let isIncomplete = false;
  for (const element of descendants(root)) {
    const isStyle = element.tagName === "style";
    const isLink = element.tagName === "link" && /(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(element, "rel") ?? "");
    if (!(isStyle || isLink) || !isForPaper((attribute(element, "media") ?? "").toLowerCase())) continue;
    if (isStyle) texts.push(textContent(element));
    else if (!/alternate/i.test(attribute(element, "rel") ?? "")) {
      const part = partAt(attribute(element, "href") ?? "");
      if (part) texts.push(decodePage(part.bytes).text);
      else isIncomplete = true;
    }
  }
  return { texts, isIncomplete };
}

const simplifiedWarning: Warning = {
  code: "layout-simplified",
  text: "The layout was simplified: some of the page's styling cannot be shown.",
};

function missingPicturesWarning(count: number): Warning[] {
  if (count === 0) return [];
  const text =
    count === 1
      ? "A picture that the page only links to is missing."
      : `${count} pictures that the page only links to are missing.`;
  return [{ code: "linked-pictures-missing", text }];
}
