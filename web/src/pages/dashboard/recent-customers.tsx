import { recentItems } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { customersQuery } from "../../api/customers.ts";
import { InboxBadge } from "../../components/customer/inbox-badge.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Empty } from "../../ui/states.tsx";

/** The newest customers that are not archived. */
export function RecentCustomers() {
  const customers = useQuery(customersQuery);
  const newest = customers.data?.filter(({ archivedAt }) => archivedAt === null).slice(0, recentItems);
  return (
    <Card
      title="Recent Customers"
      head={
        <Link className="link sm" to="/customers" aria-label="View All customers">
          View All
        </Link>
      }
    >
      {!newest && <NotLoaded query={customers} what="The customers" label="Loading the recent customers" rows={3} />}
      {newest?.length === 0 && (
        <Empty title="No customers yet">
          <p>Add the customers whose papers you send.</p>
          <Link className="btn" to="/customers">
            Add the first
          </Link>
        </Empty>
      )}
      <ul className="people">
        {newest?.map((customer) => (
          <li key={customer.id}>
            <Avatar name={customer.name} square />
            <Link className="cell grow rowlink" to={`/customers/${customer.id}`}>
              <b className="clip">{customer.name}</b>
              <span className="clip">{customer.outputEmail ?? customer.email}</span>
            </Link>
            <InboxBadge address={customer.outputEmail} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
