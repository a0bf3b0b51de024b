interface ProgressBarProps {
  label: string;
  /** From 0 to 1. */
  share: number;
  thin?: boolean;
}

export function ProgressBar({ label, share, thin = false }: ProgressBarProps) {
  return (
    <div
      className={thin ? "progress progress--thin" : "progress"}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}
