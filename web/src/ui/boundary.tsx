import { Component, type ReactNode } from "react";
import { MissingScriptPart } from "./later.tsx";

interface BoundaryProps {
  /** Where one is: what broke is tried again when this changes. */
  at: unknown;
  /** What shows in the place of what broke. */
  instead: ReactNode;
  onBroken?: () => void;
  children: ReactNode;
}

/** Keeps what breaks from taking along what stands around it. */
export class Boundary extends Component<BoundaryProps, { broken: boolean; at: unknown }> {
  override state = { broken: false, at: this.props.at };

  static getDerivedStateFromProps({ at }: BoundaryProps, state: { at: unknown }) {
    return at === state.at ? null : { broken: false, at };
  }

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof MissingScriptPart) error.retryLater();
    this.props.onBroken?.();
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
