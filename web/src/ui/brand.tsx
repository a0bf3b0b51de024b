import { Link } from "react-router";

/** The logo: a tied sheaf of sheets, seen edge-on. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="5.5" fill="var(--accent)" />
      <g fill="none" stroke="#fff" strokeWidth="1.7" strokeLinecap="round">
        <path d="M12 4v16" />
        <path d="M8.4 4.6c0 4 2 7 2 10.4 0 2-.9 3.4-1.6 4.7" />
        <path d="M15.6 4.6c0 4-2 7-2 10.4 0 2 .9 3.4 1.6 4.7" />
        <path d="M5 6.2c.6 3.7 3.8 5.6 3.8 8.8 0 1.6-1.3 2.7-2.2 3.7" />
        <path d="M19 6.2c-.6 3.7-3.8 5.6-3.8 8.8 0 1.6 1.3 2.7 2.2 3.7" />
      </g>
      <rect x="6.8" y="13.6" width="10.4" height="2.7" fill="var(--accent)" />
      <rect x="7.3" y="14.2" width="9.4" height="1.5" rx=".75" fill="#fff" />
    </svg>
  );
}

export function Brand({ large }: { large?: boolean }) {
  return (
    <Link className={large ? "brand brand--lg" : "brand"} to="/">
      <Mark />
      Sheaf
    </Link>
  );
}
