interface SubmitButtonProps {
  /** Label before and while the form is sent. */
  label: string;
  doing: string;
  pending: boolean;
  /**
   * Too many attempts: the server refuses until the wait is over. The button can still be pressed and then shows why.
   */
  waits?: boolean;
}

/** The wide button below the fields of sign-in and similar forms. */
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
