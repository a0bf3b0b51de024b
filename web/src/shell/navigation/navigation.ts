import {
  CircleQuestionMark,
  CreditCard,
  History,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Settings as SettingsIcon,
  Upload,
  Users,
} from "lucide-react";
import { useOwnPractice } from "../../api/installation.ts";

export interface Entry {
  to: string;
  label: string;
  icon: LucideIcon;
  group: "main" | "account";
  /** Word under the icon in the bar of a phone; entries without one stand in its menu. */
  tab?: string;
  /** About money: an own practice has none. */
  onlyIn?: "service";
}

/** The sidebar from top to bottom. A new page is one line here and one in routes.tsx. */
const entries: Entry[] = [
  { to: "/dashboard", label: "Dashboard", icon: LayoutDashboard, group: "main", tab: "Dashboard" },
  { to: "/customers", label: "Customers", icon: Users, group: "main", tab: "Customers" },
  { to: "/upload", label: "Upload Files", icon: Upload, group: "main", tab: "Upload" },
  { to: "/audit-trail", label: "Audit Trail", icon: History, group: "main", tab: "Audit Trail" },
  { to: "/email-test", label: "Email Test", icon: Mail, group: "main" },
  { to: "/settings", label: "Settings", icon: SettingsIcon, group: "account", tab: "Settings" },
  { to: "/pricing", label: "Pricing", icon: CreditCard, group: "account", onlyIn: "service" },
  { to: "/help", label: "Help", icon: CircleQuestionMark, group: "account" },
];

/** Those that this kind of installation has. */
export function useEntries(): Entry[] {
  const ownPractice = useOwnPractice();
  return ownPractice ? entries.filter(({ onlyIn }) => onlyIn !== "service") : entries;
}
