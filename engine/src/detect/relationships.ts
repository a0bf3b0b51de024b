import { elementsNamed, type XmlElement } from "../xml/xml-events.ts";

/** The part that states the content types of all parts (ECMA-376-2, 10.1). */
export const contentTypesPart = "[Content_Types].xml";

/**
 * A relationship of a part of an Office Open XML package to another part, or to a target outside the package
 * (ECMA-376-2, 9.3).
 */
export interface Relationship {
  id: string;
  type: string;
  target: string;
  isExternal: boolean;
  element: XmlElement;
}

/** @param xml the content of a part whose name ends with ".rels" */
export function relationshipsIn(xml: string): Relationship[] {
  return [...elementsNamed(xml, ["Relationship"])].map((element) => {
    const { Id = "", Type = "", Target = "", TargetMode } = element.attributes;
    return { id: Id, type: Type, target: Target, isExternal: TargetMode === "External", element };
  });
}
