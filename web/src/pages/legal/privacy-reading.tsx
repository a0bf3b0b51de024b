import { retention } from "@sheaf/contracts/limits.ts";
import { Link } from "react-router";
import type { Section } from "./legal-page.tsx";

/**
 * What is read on the pages of documents.
 * @param own the installation is for one practice
 */
export const reading = (own: boolean): Section => ({
  id: "reading",
  title: "Reading the pages of documents",
  body: (
    <>
      <p>
        Unless the practice turns it off, the pages of uploaded documents are read automatically: their words with their
        places on the page, dates, amounts, names of suppliers, and the numbers of invoices, companies, taxpayers and
        bank accounts. We also measure whether a page can be read and stands upright. This makes documents searchable
        and shows pages that need a better copy. It is not used for any decision about a person, nor to train software.
      </p>
      <ul>
        <li>
          Programs of this installation read the pages, in a sandbox without network access. No other service is used.
        </li>
        <li>
          What was read is stored with the documents and shown only to users of the practice
          {own ? "" : ". Our administrators cannot see it"}. It is never written to logs.
        </li>
        <li>
          It is erased together with the document, after {retention.documentDays} days at the latest, and at once when
          the document or the account is deleted. It is part of the export of all data.
        </li>
        <li>
          If the practice has PDFs named by their content, these names remain: a name such as “2026-10-14 Screwfix
          £48.20.pdf” stays with its job in lists and exports after the document is erased or reading is turned off,
          until the account is deleted.
        </li>
        <li>
          The owner of the practice can turn reading off in <Link to="/settings#reading">Settings</Link>. Everything
          that was read is then erased, apart from such names.
        </li>
        <li>
          A downloaded PDF contains the words of its scanned pages as invisible text. An emailed PDF contains them only
          if the practice has chosen so for that inbox.
        </li>
      </ul>
    </>
  ),
});
