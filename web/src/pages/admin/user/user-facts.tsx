import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import type { ReactNode } from "react";
import { date, dateTime } from "../../../ui/dates.ts";
import { size } from "../../../ui/sizes.ts";
import { number } from "../../../ui/words.ts";
import { TableCard } from "../pieces/table-card.tsx";

function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="ledgerlist ufacts num">
      {Object.entries(facts).map(([label, fact]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

export function PersonFacts({ page: { user, sessions } }: { page: UserPage }) {
  return (
    <TableCard title="Profile">
      <Facts
        facts={{
          Email: user.email,
          "Email confirmed": user.emailVerified ? "Yes" : "No",
          "Two-factor": user.twoFactor ? "On" : "Off",
          Joined: date(user.createdAt),
          "Last seen": user.lastSeenAt ? dateTime(user.lastSeenAt) : "Never",
          "Open sessions": number(sessions),
        }}
      />
    </TableCard>
  );
}

export function PracticeFacts({ page: { practice, members } }: { page: UserPage }) {
  return (
    <TableCard title="Practice">
      <Facts
        facts={{
          Name: practice.name,
          Since: date(practice.createdAt),
          Members: number(members.length),
          Customers: number(practice.customerCount),
          Documents: number(practice.documentCount),
          Stored: size(practice.storedBytes),
        }}
      />
    </TableCard>
  );
}
