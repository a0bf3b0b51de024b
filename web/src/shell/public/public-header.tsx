import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { subscriptionQuery } from "../../api/billing.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { Brand } from "../../ui/brand.tsx";
import { SkipLink } from "../../ui/skip-link.tsx";
import { useSignOutAndForget } from "../session/sign-out.ts";
import { startPage } from "../session/start-page.ts";

export type PublicPlace = "pricing" | "help";

/** @param features address of the section on Sheaf's features, on this page or the landing page */
export function PublicHeader({ place, features }: { place?: PublicPlace | undefined; features: string }) {
  const ownPractice = useOwnPractice();
  return (
    <header className="phead">
      <SkipLink />
      <div className="wrap row">
        <Brand large />
        <nav aria-label="Main">
          {!ownPractice && (
            <>
              <Link to={features}>Features</Link>
              <Link to="/pricing" aria-current={place === "pricing" ? "page" : undefined}>
                Pricing
              </Link>
            </>
          )}
          <Link to="/help" aria-current={place === "help" ? "page" : undefined}>
            Help
          </Link>
        </nav>
        <span className="grow" />
        <Visitor />
      </div>
    </header>
  );
}

function Visitor() {
  const user = useUser();
  const ownPractice = useOwnPractice();
  if (user.isPending) return null;
  if (user.data && ownPractice) return <ToDashboard username={user.data.username} />;
  return user.data ? (
    <Member username={user.data.username} />
  ) : (
    <Link className="btn" to="/auth">
      Login
    </Link>
  );
}

/** Without a subscription there is no dashboard to link to, but the account's settings and Sign Out. */
function Member({ username }: { username: string }) {
  const { data: subscription, isPending } = useQuery(subscriptionQuery);
  const { leave, leaving } = useSignOutAndForget();
  if (isPending) return <Welcome username={username} />;
  if (subscription !== null) return <ToDashboard username={username} />;
  return (
    <>
      <Welcome username={username} />
      <Link className="btn btn--quiet" to="/settings">
        Settings
      </Link>
      <button className="btn" type="button" disabled={leaving} onClick={leave}>
        {leaving ? "Signing out..." : "Sign Out"}
      </button>
    </>
  );
}

function ToDashboard({ username }: { username: string }) {
  return (
    <>
      <Welcome username={username} />
      <Link className="btn" to={startPage}>
        Go to Dashboard
      </Link>
    </>
  );
}

const Welcome = ({ username }: { username: string }) => (
  <span className="dim sm nowrap hide-phone">Welcome {username}</span>
);
