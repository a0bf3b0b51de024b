import { acceptAttribute, tagOf } from "@sheaf/contracts/formats.ts";
import { Link } from "react-router";

/** The formats that most customers send, by extension. */
const usual =
  "pdf docx doc odt rtf txt xlsx xls xlsm ods csv pptx jpg png heic tiff webp avif html xml zip eml msg".split(" ");

export function Formats() {
  const others = acceptAttribute.split(",").length - usual.length;
  return (
    <section className="sec wrap two">
      <div>
        <h2>Accepts the files your customers send</h2>
      </div>
      <div>
        <ul className="formats" aria-label="Accepted formats">
          {usual.map((extension) => (
            <li key={extension} className={`tag tag--${tagOf(`.${extension}`)?.toLowerCase()}`}>
              {extension.toUpperCase()}
            </li>
          ))}
        </ul>
        <p className="body">
          And <Link to="/help#formats">{others} other types of file</Link>. ZIP archives and emails are unpacked, and
          XML invoices become readable pages. Sideways photos turn upright. Hidden sheets stay hidden. Leading zeros and
          sort codes are kept.
        </p>
      </div>
    </section>
  );
}
