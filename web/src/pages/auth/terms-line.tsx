import type { ReactNode } from "react";
import { Link } from "react-router";

/** In a tab of their own: what was typed beside them stays. */
const TermsAndPrivacy = () => (
  <>
    the <Beside to="/terms">Terms</Beside> and the <Beside to="/privacy">Privacy Policy</Beside>.
  </>
);

/** What everybody accepts who signs in. */
export const SignInTerms = () => (
  <p className="mute sm">
    By signing in you accept <TermsAndPrivacy />
  </p>
);

/** What a new account agrees to. */
export const SignUpTerms = () => (
  <p className="mute sm">
    By signing up you confirm that you are 18 or over and accept <TermsAndPrivacy />
  </p>
);

function Beside({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" rel="noopener">
      {children}
      <span className="sr"> (opens in a new tab)</span>
    </Link>
  );
}
