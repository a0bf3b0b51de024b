import { retention } from "@sheaf/contracts/limits.ts";

export function Security() {
  return (
    <section className="sec wrap two">
      <div>
        <h2>Security, in plain words</h2>
      </div>
      <ul className="plainlist">
        <li>
          <b>Yours alone.</b> Users can only access their own clients and documents.
        </li>
        <li>
          <b>Not kept for longer than needed.</b> Documents are deleted after {retention.defaultDays} days by default,
          and after {retention.documentDays} days at the latest.
        </li>
        <li>
          <b>Opened in a locked room.</b> Each file is read in a sandbox without network, where no other practice’s file
          has been.
        </li>
        <li>
          <b>No surprises in the output.</b> Scripts, launch actions and embedded files never reach a PDF we make.
        </li>
        <li>
          <b>Sent once.</b> An email is handed over at most once for each time you confirm it. No duplicate bookkeeping
          entries.
        </li>
      </ul>
    </section>
  );
}
