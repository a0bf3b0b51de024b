import { count } from "../../../ui/words.ts";

const units = [
  { seconds: 86_400, one: "day" },
  { seconds: 3_600, one: "hour" },
  { seconds: 60, one: "minute" },
  { seconds: 1, one: "second" },
] as const;

/** Formats the time between two instants in its largest unit: "22 seconds", "4 minutes", "2 days". */
export function age(since: string, now: string): string {
  const seconds = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 1000));
  const unit = units.find((each) => seconds >= each.seconds) ?? units[3];
  return count(Math.floor(seconds / unit.seconds), unit.one);
}
