import { retention } from "@sheaf/contracts/limits.ts";

export function Security() {
  return (
    <section className="sec wrap two">
      <div>
        <h2>Security, in plain words</h2>
      </div>
      <ul className="plainlist">
        <li>
          <b>Private to your practice.</b> Users can only access their own customers and documents.
        </li>
        <li>
          <b>Not kept for longer than needed.</b> Documents are deleted after {retention.defaultDays} days by default,
          and after {retention.documentDays} days at the latest.
        </li>
        <li>
          <b>Opened in isolation.</b> Each file is opened in a sandbox without network access, never shared with another
          practice.
        </li>
        <li>
          <b>No active content.</b> Scripts, launch actions and embedded files are left out of every PDF.
        </li>
        <li>
          <b>Sent once.</b> Each email that you confirm is sent at most once, so nothing is booked twice.
        </li>
      </ul>
    </section>
  );
}
