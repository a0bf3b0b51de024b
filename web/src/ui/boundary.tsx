import { Component, type ReactNode } from "react";
import { ModuleLoadError } from "./lazy-component.tsx";

interface BoundaryProps {
  /** Identifies the place: after a failure, rendering is tried again when this changes. */
  at: unknown;
  /** Shown instead of the failed children. */
  instead: ReactNode;
  onBroken?: () => void;
  children: ReactNode;
}

/** An error boundary: an error in the children does not affect what is around them. */
export class Boundary extends Component<BoundaryProps, { broken: boolean; at: unknown }> {
  override state = { broken: false, at: this.props.at };

  static getDerivedStateFromProps({ at }: BoundaryProps, state: { at: unknown }) {
    return at === state.at ? null : { broken: false, at };
  }

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ModuleLoadError) error.retryLater();
    this.props.onBroken?.();
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
