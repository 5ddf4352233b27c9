import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorBlock } from '#ui/callout.tsx';

interface Props {
  /** A change of it gives the page a new chance: the path. */
  resetOn: string;
  children: ReactNode;
}

/** A page that broke does not take the menu with it. A part of the program that did not arrive is asked for again. */
export class ErrorBoundary extends Component<Props, { failure: Error | undefined }> {
  override state: { failure: Error | undefined } = { failure: undefined };

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override componentDidCatch(failure: Error, info: ErrorInfo) {
    console.error('Page failed', failure, info.componentStack);
  }

  override componentDidUpdate(before: Props) {
    if (before.resetOn !== this.props.resetOn && this.state.failure) this.setState({ failure: undefined });
  }

  override render() {
    if (!this.state.failure) return this.props.children;
    return (
      <ErrorBlock title="Страница не открылась." onRetry={() => window.location.reload()}>
        Остальной кабинет работает. Если повторится, позвоните в поддержку.
      </ErrorBlock>
    );
  }
}
