import type { Suppression } from "@sheaf/contracts/deliveries.ts";
import { useQuery } from "@tanstack/react-query";
import { suppressionsQuery, useReleaseAddress } from "../../api/delivery.ts";
import { Card } from "../../ui/card.tsx";
import { date } from "../../ui/dates.ts";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Empty } from "../../ui/states.tsx";

/** The practice's addresses to which nothing is sent any more, each with a button to release it. */
export function Suppressions() {
  return (
    <Card title="Addresses that refused emails" region>
      <Addresses />
    </Card>
  );
}

function Addresses() {
  const addresses = useQuery(suppressionsQuery);
  if (!addresses.data) {
    return <NotLoaded query={addresses} what="The addresses" rows={2} label="Loading the addresses" />;
  }
  if (addresses.data.length === 0) {
    return (
      <Empty title="No addresses">
        <p>
          An address that permanently refuses emails is listed here and gets none until it is corrected or released.
        </p>
      </Empty>
    );
  }
  return (
    <ul className="refused" aria-label="Addresses that get no emails">
      {addresses.data.map((suppression) => (
        <Address key={suppression.id} suppression={suppression} />
      ))}
    </ul>
  );
}

const reasons: Record<Suppression["reason"], string> = {
  bounced: "Refused an email",
  complained: "Reported an email as spam",
};

function Address({ suppression }: { suppression: Suppression }) {
  const release = useReleaseAddress();
  const { address, reason, message, since } = suppression;
  return (
    <li>
      <div className="grow">
        <b className="copyable">{address}</b>
        <p className="mute sm num">
          {reasons[reason]} on {date(since)}
        </p>
        <p className="quote">{message}</p>
      </div>
      <button
        className="btn btn--sm"
        type="button"
        disabled={release.isPending}
        aria-label={`Release ${address}`}
        onClick={() => release.mutate(suppression)}
      >
        Release
      </button>
    </li>
  );
}
