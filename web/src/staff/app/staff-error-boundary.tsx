import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorBlock } from '#web/ui/card/callout.tsx';

interface BoundaryProps {
  /** A change of this value, the path, renders the page again. */
  resetOn: string;
  children: ReactNode;
}

/** Keeps the menu when a page fails. */
export class StaffErrorBoundary extends Component<BoundaryProps, { failure: Error | undefined }> {
  override state: { failure: Error | undefined } = { failure: undefined };

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override componentDidCatch(failure: Error, info: ErrorInfo) {
    console.error('Page failed', failure, info.componentStack);
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.resetOn !== this.props.resetOn && this.state.failure) this.setState({ failure: undefined });
  }

  override render() {
    if (!this.state.failure) return this.props.children;
    return (
      <ErrorBlock alone title="Страница не открылась." onRetry={() => window.location.reload()}>
        Остальное работает. Если повторится, скажите инженеру.
      </ErrorBlock>
    );
  }
}
