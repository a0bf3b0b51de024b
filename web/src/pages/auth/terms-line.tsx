import type { ReactNode } from "react";
import { Link } from "react-router";

/** Links that open in a new tab, so that what was typed stays. */
const TermsAndPrivacy = () => (
  <>
    the <NewTabLink to="/terms">Terms</NewTabLink> and the <NewTabLink to="/privacy">Privacy Policy</NewTabLink>.
  </>
);

/** The terms accepted by signing in. */
export const SignInTerms = () => (
  <p className="mute sm">
    By signing in you accept <TermsAndPrivacy />
  </p>
);

/** The terms accepted by signing up. */
export const SignUpTerms = () => (
  <p className="mute sm">
    By signing up you confirm that you are 18 or over and accept <TermsAndPrivacy />
  </p>
);

function NewTabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" rel="noopener">
      {children}
      <span className="sr"> (opens in a new tab)</span>
    </Link>
  );
}
