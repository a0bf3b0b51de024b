import type { OverviewSubscriptions } from "@sheaf/contracts/admin/overview.ts";
import {
  CartesianGrid,
  type DotItemDotProps,
  Label,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { number } from "../../../ui/words.ts";
import { coloured, cyclingColour, longDay, shortDay, type TrendLine, type TrendRow } from "./trend.ts";

/**
 * Loaded separately: the library is larger than the rest of the portal. Charts do not animate when numbers are read
 * again.
 */

const height = 216;
const week = 7;
const axis = { axisLine: false, tickLine: false, tick: { fontSize: 11, fill: "var(--ink-3)" } } as const;

interface TrendChartProps {
  title: string;
  lines: TrendLine[];
  rows: TrendRow[];
}

export function TrendChart({ title, lines, rows }: TrendChartProps) {
  // The newest day is labelled, and every seventh day before it.
  const weekly = rows.filter((_, index) => (rows.length - 1 - index) % week === 0).map(({ date }) => date);
  // A new installation without data has an axis as well.
  const anything = rows.some(({ values }) => values.some((value) => value > 0));
  return (
    <ResponsiveContainer width="100%" height={height}>
      <LineChart
        data={rows}
        margin={{ top: 10, right: 24, bottom: 0, left: 0 }}
        title={`${title}: one line for each, by day`}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis {...axis} dataKey="date" ticks={weekly} tickFormatter={shortDay} interval={0} tickMargin={8} />
        <YAxis
          {...axis}
          width={42}
          tickCount={4}
          allowDecimals={false}
          domain={[0, anything ? "auto" : 3]}
          tickFormatter={number}
        />
        <Tooltip
          content={(props) => <Reading {...props} lines={lines} />}
          isAnimationActive={false}
          cursor={{ stroke: "var(--line-2)" }}
        />
        {lines.map(({ label, colour, dashed }, index) => (
          <Line
            key={label}
            name={label}
            dataKey={({ values }: TrendRow) => values[index] ?? 0}
            stroke={colour}
            strokeWidth={1.75}
            strokeLinejoin="round"
            strokeDasharray={dashed ? "5 3" : "none"}
            dot={(point) => <LastDot key={point.index} {...point} last={rows.length - 1} />}
            activeDot={{ r: 3.5, fill: colour, stroke: "var(--sheet)" }}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

/** Marks the newest day. */
function LastDot({ index, last, cx, cy, stroke }: DotItemDotProps & { last: number }) {
  return index === last ? <circle cx={cx} cy={cy} r={3} fill={stroke} /> : null;
}

/** The numbers of the day under the pointer, or selected by the arrow keys. */
function Reading({ active, payload, lines }: TooltipContentProps & { lines: TrendLine[] }) {
  const row: TrendRow | undefined = payload[0]?.payload;
  if (!active || !row) return null;
  return (
    <div className="reading num">
      <b>{longDay(row.date)}</b>
      {lines.map(({ label, colour }, index) => (
        <p key={label}>
          <span className="sw" style={coloured(colour)} />
          {label} <b>{number(row.values[index] ?? 0)}</b>
        </p>
      ))}
    </div>
  );
}

interface PlanPieProps {
  plans: OverviewSubscriptions["subscriptionsByPlan"];
  total: number;
}

export function PlanPie({ plans, total }: PlanPieProps) {
  const slices = plans.map((plan, index) => ({ ...plan, fill: cyclingColour(index) }));
  return (
    <PieChart width={180} height={180} title="Subscriptions by plan: the table beside it shows the numbers">
      <Pie
        data={slices}
        dataKey="count"
        nameKey="planName"
        innerRadius={50}
        outerRadius={78}
        startAngle={90}
        endAngle={-270}
        stroke="var(--sheet)"
        strokeWidth={2}
        isAnimationActive={false}
      >
        <Label value={number(total)} position="center" dy={-6} className="pie__n" />
        <Label value="active" position="center" dy={16} />
      </Pie>
    </PieChart>
  );
}
