interface SubmitButtonProps {
  /** Before, and while the form is sent. */
  label: string;
  doing: string;
  pending: boolean;
  /** Too many tries: the server refuses until the wait is over. It can still be pressed, to hear why. */
  waits?: boolean;
}

/** The one wide button below the fields of signing in and its kin. */
export function SubmitButton({ label, doing, pending, waits = false }: SubmitButtonProps) {
  return (
    <button
      className="btn btn--primary btn--lg btn--wide"
      type="submit"
      disabled={pending}
      aria-disabled={waits || undefined}
    >
      {pending ? doing : label}
    </button>
  );
}
