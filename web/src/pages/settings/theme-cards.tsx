import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import type { Theme } from "../../ui/theme.ts";

const themes: [Theme, string, LucideIcon][] = [
  ["light", "Light", Sun],
  ["dark", "Dark", Moon],
  ["system", "System", Monitor],
];

/** A miniature page in the colours of one theme, whatever the current one is. */
function Sketch({ dark }: { dark: boolean }) {
  const [paper, sheet, line, ink, accent] = dark
    ? ["#121311", "#232420", "#3B3E37", "#BFBBAF", "#5FBF8E"]
    : ["#F6F3EC", "#FFFDF9", "#D9D2C2", "#57524A", "#1A5A3E"];
  return (
    <g>
      <rect width="132" height="76" fill={paper} />
      <rect x="30" y="12" width="92" height="64" rx="4" fill={sheet} stroke={line} strokeWidth=".8" />
      <rect x="8" y="14" width="15" height="3" rx="1.5" fill={accent} />
      <rect x="8" y="22" width="12" height="2.4" rx="1.2" fill={line} />
      <rect x="8" y="29" width="14" height="2.4" rx="1.2" fill={line} />
      <rect x="38" y="20" width="34" height="4" rx="2" fill={ink} />
      <rect x="38" y="32" width="70" height="2.4" rx="1.2" fill={line} />
      <rect x="38" y="40" width="58" height="2.4" rx="1.2" fill={line} />
      <circle cx="41" cy="53" r="3" fill="#3FB873" />
      <rect x="48" y="52" width="30" height="2.4" rx="1.2" fill={line} />
    </g>
  );
}

export function ThemeCards({ theme, onChoose }: { theme: Theme; onChoose(theme: Theme): void }) {
  return (
    <fieldset className="tcards">
      <legend className="sr">Theme</legend>
      {themes.map(([value, label, Icon]) => (
        <label className="tcard" key={value}>
          <input type="radio" name="theme" className="sr" checked={theme === value} onChange={() => onChoose(value)} />
          <svg viewBox="0 0 132 76" aria-hidden="true">
            <Sketch dark={value === "dark"} />
            {value === "system" && (
              <svg x="66" width="66" height="76" viewBox="66 0 66 76" aria-hidden="true">
                <Sketch dark />
              </svg>
            )}
          </svg>
          <span className="row">
            <Icon className="i i--14" aria-hidden />
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
