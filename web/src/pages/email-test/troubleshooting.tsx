import type { MailSender } from "@sheaf/contracts/mail.ts";
import { mailTransports } from "@sheaf/contracts/mail-transports.ts";
import { useInstallation } from "../../api/installation.ts";
import { Fact } from "../../ui/fact.tsx";

/** Advice for a failed test, shown before any test as well. */
export function Troubleshooting({ sender }: { sender: MailSender | undefined }) {
  const support = useInstallation()?.supportEmail;
  const from = sender ? <b className="copyable">{sender.from}</b> : "the sender address";
  return (
    <aside className="card mailtest__help" aria-labelledby="troubleshooting">
      <div className="card__head">
        <h2 id="troubleshooting">Troubleshooting</h2>
      </div>
      <div className="card__body">
        <h3>The provider answers 403 (Forbidden)</h3>
        <p>
          The email delivery provider knows the account but does not let it send from {from}. Usually for one of these
          reasons:
        </p>
        <ol>
          <li>The sender address is not verified. Verify {from}, or its whole domain, in the provider’s account.</li>
          <li>The API key has no permission to send emails. Give it that permission, or create a new key.</li>
          <li>The account is suspended or still under review. The provider’s own pages say so.</li>
        </ol>
        <h3>Accepted, but it does not arrive</h3>
        <p>
          Check the spam folder first. An address that permanently refused an email is listed under “Addresses that
          refused emails” and gets none until it is released. QuickBooks takes emails only from senders who were invited
          there.
        </p>
        <h3>It still fails</h3>
        <p>
          The provider is set up by the operator of this installation.
          {support && (
            <>
              {" "}
              Send the provider’s answer to <a href={`mailto:${support}`}>{support}</a>.
            </>
          )}
        </p>
        <dl className="plan-of">
          <Fact term="Mail service">{sender ? mailTransports[sender.transport] : "…"}</Fact>
          <Fact term="Sender" look="copyable">
            {sender?.from ?? "…"}
          </Fact>
        </dl>
      </div>
    </aside>
  );
}
