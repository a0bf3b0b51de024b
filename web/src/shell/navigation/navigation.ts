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
  /** Label in the bar of a phone; entries without one are in its menu. */
  tab?: string;
  /** Entries about money, which an own practice does not have. */
  onlyIn?: "service";
}

/** The sidebar from top to bottom. A new page needs one line here and one in routes.tsx. */
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

/** Returns the entries of this kind of installation. */
export function useEntries(): Entry[] {
  const ownPractice = useOwnPractice();
  return ownPractice ? entries.filter(({ onlyIn }) => onlyIn !== "service") : entries;
}
