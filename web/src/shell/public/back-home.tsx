import { useUser } from "../../api/accounts.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { startPage } from "../session/start-page.ts";

/** Link to the landing page; an own practice has none, so its members go back to where they came from. */
export function BackHome() {
  const ownPractice = useOwnPractice();
  const { data: user } = useUser();
  if (!ownPractice) return <BackLink to="/">Back to Home</BackLink>;
  return user ? <BackLink to={startPage}>Back to Dashboard</BackLink> : <BackLink to="/auth">Back to Sign In</BackLink>;
}
