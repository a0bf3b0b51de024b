import { Link } from "react-router";
import { useInstallation, useOwnPractice } from "../../api/installation.ts";
import { Brand } from "../../ui/brand.tsx";

/** The operator's contacts, on every public page. */
export function PublicFooter({ features }: { features: string }) {
  const installation = useInstallation();
  const ownPractice = useOwnPractice();
  return (
    <footer className={ownPractice ? "pfoot pfoot--own" : "pfoot"}>
      <div className="wrap">
        <div>
          <Brand />
          <p className="mute sm">For accounting practices.</p>
          {installation?.demo && <p className="mute sm">A demonstration with invented data.</p>}
        </div>
        <div>
          <b>Product</b>
          {!ownPractice && (
            <>
              <Link to={features}>Features</Link>
              <Link to="/pricing">Pricing</Link>
            </>
          )}
          <Link to="/help">Help</Link>
        </div>
        <div>
          <b>Legal</b>
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
          {!ownPractice && <Link to="/refund">Refunds</Link>}
        </div>
        <div>
          <b>Support</b>
          {installation && <a href={`mailto:${installation.supportEmail}`}>{installation.supportEmail}</a>}
          {installation?.supportPhone && (
            <a href={`tel:${installation.supportPhone.replaceAll(/[^\d+]/g, "")}`}>{installation.supportPhone}</a>
          )}
          <span>{installation?.supportHours}</span>
        </div>
        {!ownPractice && (
          <div>
            <b>Sales</b>
            {installation && <a href={`mailto:${installation.salesEmail}`}>{installation.salesEmail}</a>}
            <span>Custom enterprise plans</span>
          </div>
        )}
      </div>
    </footer>
  );
}
