/** Longer addresses are taken out of the page before it is parsed, which reads attributes character by character. */
const minLength = 1_024;

/** The beginning of an address in an attribute or a style (RFC 2397). */
const addressStart = /(?<=["'=(]\s{0,4})data:[\w/+.-]{3,60}(?:;[\w=.-]{1,60}){0,5},/gi;

export interface ShortPage {
  html: string;
  /** Returns the data of an address that was taken out; undefined for other addresses. */
  dataAt(address: string): string | undefined;
}

const scheme = "x-sheaf-data:";

/** Replaces long `data:` addresses by short ones. */
export function withoutData(html: string): ShortPage {
  const found: string[] = [];
  const kept: string[] = [];
  let from = 0;
  addressStart.lastIndex = 0;
  for (let match = addressStart.exec(html); match; match = addressStart.exec(html)) {
    const end = endOfData(html, addressStart.lastIndex);
    if (end - match.index < minLength) continue;
    kept.push(html.slice(from, match.index), `${scheme}${found.length}`);
    found.push(html.slice(match.index, end));
    from = end;
    addressStart.lastIndex = end;
  }
  kept.push(html.slice(from));
  return {
    html: kept.join(""),
    dataAt: (address) => (address.startsWith(scheme) ? found[Number(address.slice(scheme.length))] : undefined),
  };
}

/** Letters, digits and signs of base64 and of escaped bytes, and line breaks within them. */
const isData = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w/+=%~.\-\r\n\t]/.test(String.fromCharCode(code)) ? 1 : 0,
);

function endOfData(html: string, from: number): number {
  let at = from;
  while (isData[html.charCodeAt(at)] === 1) at++;
  return at;
}
