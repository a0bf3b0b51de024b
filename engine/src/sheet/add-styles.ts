import { withFirstChild } from "../xml/xml-edits.ts";
import { contentTypePrefix, declaration, officeRelationships } from "./office-package.ts";

/**
 * Cell formats for a workbook that has none, which prints the same: other formats can be derived from the one that they
 * list.
 */
export const plainStyles = `${declaration}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="1"><xf/></cellXfs></styleSheet>`;

/** The part for them. Its name is unlikely to be taken. */
export const addedStylesPart = "xl/addedStyles.xml";

/** Adds the part to the relationships of a workbook. */
export const withStylesRelation = (relationships: string): string =>
  withFirstChild(relationships, "Relationships", "Relationship", {
    Id: "addedStyles",
    Type: `${officeRelationships}/styles`,
    Target: `/${addedStylesPart}`,
  });

/** Adds the part to the content types of a package. */
export const withStylesType = (types: string): string =>
  withFirstChild(types, "Types", "Override", {
    PartName: `/${addedStylesPart}`,
    ContentType: `${contentTypePrefix}.spreadsheetml.styles+xml`,
  });
