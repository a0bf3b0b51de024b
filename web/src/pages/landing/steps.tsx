import { Inbox } from "lucide-react";
import { Light } from "../../ui/light.tsx";
import { Tag } from "../../ui/tags.tsx";
import { Thumbnail } from "./paper.tsx";

const dropped = [
  { name: "Bank statement October.pdf", size: "1.2 MB" },
  { name: "Fuel receipt 14 Oct.jpg", size: "2.4 MB" },
  { name: "Mileage log October.xlsx", size: "48 KB" },
];

export function Steps() {
  return (
    <section className="sec wrap" id="features">
      <h2>Three steps from drop to delivered</h2>
      <ol className="three">
        <li>
          <span className="no num">1</span>
          <h3>Choose the customer, drop the files</h3>
          <p>Scans, phone photos, workbooks, protected statements. Add them in any order and drag to rearrange.</p>
          <ul className="frag">
            {dropped.map(({ name, size }) => (
              <li key={name}>
                <Tag name={name} />
                <span className="clip grow">{name}</span>
                <span className="mute sm num nowrap">{size}</span>
              </li>
            ))}
          </ul>
        </li>
        <li>
          <span className="no num">2</span>
          <h3>Sheaf makes clean A4</h3>
          <p>Upright, whole and centred. One merged PDF with a bookmark for each file, or a PDF for each.</p>
          <div className="frag frag--th" aria-hidden="true">
            <Thumbnail kind="statement" />
            <Thumbnail kind="receipt" />
            <Thumbnail kind="sheet" />
            <Thumbnail kind="letter" />
          </div>
        </li>
        <li>
          <span className="no num">3</span>
          <h3>Sent and confirmed</h3>
          <p>To the customer’s accounting inbox, with an optional copy to the customer. Every step is recorded.</p>
          <ul className="frag frag--li">
            <li>
              <Light word="Sent" />
              <span className="mute sm num">10:32</span>
            </li>
            <li>
              <Light word="Delivered" />
              <span className="mute sm num">10:32</span>
            </li>
            <li>
              <span className="sm clip">brightwater@dext.cc</span>
              <span className="badge badge--ok">
                <Inbox className="i" aria-hidden />
                Dext
              </span>
            </li>
          </ul>
        </li>
      </ol>
    </section>
  );
}
