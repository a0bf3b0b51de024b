import { readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError, type Converter } from "../converter.ts";
import type { Office } from "../office/office.ts";
import { encodingWarning } from "../text/encoding.ts";
import { buildPage } from "./build-page.ts";
import { cascadeOf } from "./cascade.ts";
import { lightness } from "./css-values.ts";
import { withoutData } from "./data-addresses.ts";
import { measure } from "./measure.ts";
import { decodePage } from "./page-encoding.ts";
import { fillFrames } from "./page-frames.ts";
import { PageLayout } from "./page-layout.ts";
import { type PagePart, readPictures } from "./page-pictures.ts";
import { attribute, descendants, type Element, isElement, parseHtml, textContent } from "./parse-html.ts";
import { readSavedPage } from "./saved-page.ts";
import { isForPaper, readStylesheets } from "./stylesheets.ts";
import { withoutTrailingSpace } from "./trailing-space.ts";
import { type PageSize, writeOdt } from "./write-odt.ts";

/** Longer pages are generated; pictures in them count too. */
const maxCharacters = 40 * MB;

/** Converts a web page to A4, with what it shows on paper in a browser and nothing from outside of its file. */
export function webPageConverter(office: Office): Converter {
  return {
    async toPdf(input, { workDir }) {
      const { html, warnings, ...source } = await readPage(input.path);
      const { html: short, dataAt } = withoutData(html);
      const document = parseHtml(short);
      const root = document.childNodes.find((one): one is Element => isElement(one));
      if (!root) throw new ConvertError("empty");
      const base = baseOf(root, source.address);
      const partAt = (address: string) => source.partAt(address, base);
      const hasFrames = fillFrames(root, partAt);
      const sheets = pageStylesheets(root, partAt);
      const styles = readStylesheets(sheets.texts);
      const pictures = await readPictures(root, partAt, dataAt);
      const page = buildPage(root, {
        cascade: cascadeOf(styles.rules, document.mode === "quirks"),
        pictureFor: (address) => {
          const found = pictures.of(address);
          return found ? found.picture : found;
        },
        base,
      });
      page.root.children = withoutTrailingSpace(page.root.children);
      if (page.root.children.length === 0) throw new ConvertError("empty");

      const size = pageSize(measure(page.root).min, styles.page.landscape);
      const layout = new PageLayout();
      const body = layout.body(page.root, size.width - 2 * size.margin);
      const odtPath = join(workDir, `${parse(input.path).name}.odt`);
      const pdfPath = join(workDir, "page.pdf");
      const isDark = page.background !== undefined && lightness(page.background) < 0.6;
      await writeOdt(odtPath, {
        body,
        styles: layout.styles.xml(),
        page: size,
        background: isDark ? page.background : undefined,
        pictures: pictures.used(layout.pictures),
      });
      await office.toPdf(odtPath, pdfPath);
      if (page.isSimplified || hasFrames || sheets.isIncomplete || styles.isIncomplete)
        warnings.push(simplifiedWarning);
      warnings.push(...missingPicturesWarning(page.missingPictures));
      return { pdfPath, warnings, origin: "own" };
    },
  };
}

const tooLong = () =>
  new ConvertError("too-large", `is a web page of more than ${maxCharacters / MB} MB. Print it to PDF and replace it.`);

interface ReadPage {
  html: string;
  warnings: Warning[];
  partAt(address: string, base: string | undefined): PagePart | undefined;
  /** Address of the page on the web. */
  address: string | undefined;
}

async function readPage(path: string): Promise<ReadPage> {
  const bytes = await readFile(path);
  const saved = readSavedPage(bytes);
  const decoded = saved ? decodePage(saved.bytes, saved.charset) : decodePage(bytes);
  if (decoded.text.length > maxCharacters) throw tooLong();
  return {
    html: saved?.isPlain ? `<pre>${decoded.text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}` : decoded.text,
    warnings: encodingWarning(decoded),
    partAt: saved?.partAt ?? (() => undefined),
    address: saved?.address,
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

const a4 = { width: 793.7, height: 1122.52, margin: 52 };
const usualWidth = a4.width - 2 * a4.margin;
const landscapeWidth = a4.height - 2 * a4.margin;
/** Wider content is shrunk on a page of A4 upright up to this factor, and on its side beyond. */
const mildShrinking = 1.2;
const widest = 2.4 * landscapeWidth;

/**
 * Returns the page on which the widest content fits; a page larger than A4 is shrunk to it later.
 * @param needed width without broken words
 */
function pageSize(needed: number, asksLandscape: boolean | undefined): PageSize {
  const isUpright = !asksLandscape && needed <= usualWidth * mildShrinking;
  const [width, available] = isUpright ? [a4.width, usualWidth] : [a4.height, landscapeWidth];
  const height = isUpright ? a4.height : a4.width;
  const scale = Math.max(1, Math.min(needed, widest) / available);
  return { width: width * scale, height: height * scale, margin: a4.margin * scale };
}
