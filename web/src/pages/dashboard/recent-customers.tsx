import { recentItems } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { customersQuery } from "../../api/customers.ts";
import { InboxBadge } from "../../components/customer/inbox-badge.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/states.tsx";
import { initials } from "../../ui/words.ts";

/** The newest customers that are not archived. */
export function RecentCustomers() {
  const { data, error, refetch } = useQuery(customersQuery);
  const newest = data?.filter(({ archivedAt }) => archivedAt === null).slice(0, recentItems);
  return (
    <section className="card">
      <div className="card__head">
        <h2>Recent Customers</h2>
        <Link className="link sm" to="/customers" aria-label="View All customers">
          View All
        </Link>
      </div>
      {!newest && error && <LoadError what="The customers" error={error} retry={() => void refetch()} />}
      {!newest && !error && <SkeletonRows label="Loading the recent customers" rows={3} />}
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
            <span className="avatar avatar--sq" aria-hidden>
              {initials(customer.name)}
            </span>
            <Link className="cell grow rowlink" to={`/customers/${customer.id}`}>
              <b className="clip">{customer.name}</b>
              <span className="clip">{customer.outputEmail ?? customer.email}</span>
            </Link>
            <InboxBadge address={customer.outputEmail} />
          </li>
        ))}
      </ul>
    </section>
  );
}
