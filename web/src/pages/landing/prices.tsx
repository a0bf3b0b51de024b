import { periodDays } from "@sheaf/contracts/limits.ts";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
import { count, wholePounds } from "../../ui/words.ts";

export function Prices() {
  return (
    <section className="sec wrap two">
      <div>
        <h2>Prices</h2>
        <p className="body">
          Each payment gives {periodDays} days. We remind you before they end, and nothing is charged automatically.
        </p>
        <p>
          <Link to="/pricing">Compare the plans</Link>
        </p>
      </div>
      <table className="table table--pub table--price" aria-label="Prices">
        <tbody>
          {fallbackPlans.map(({ slug, name, documentsPerMonth, maxUsers, price }) => (
            <tr key={slug}>
              <td>
                <b>{name}</b>
              </td>
              <td className="num dim">{count(documentsPerMonth, "document")}</td>
              <td className="num dim">{count(maxUsers, "user")}</td>
              <td className="r num">
                <b>{wholePounds(price)}</b>
                <span className="mute">/month</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
