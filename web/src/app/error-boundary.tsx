import { Component, useEffect, useRef, type ErrorInfo, type ReactNode } from 'react';
import { useServerAway } from '#api/reach.ts';
import { ErrorBlock } from '#ui/callout.tsx';

interface Props {
  /** A change of it gives the page a new chance: the path. */
  resetOn: string;
  children: ReactNode;
}

const reload = (): void => window.location.reload();

/** Instead of the page. One whose file did not arrive, because the server was away, opens by itself when it is back. */
function Broken() {
  const isAway = useServerAway();
  const was = useRef(isAway);
  useEffect(() => {
    if (was.current && !isAway) reload();
    was.current = isAway;
  }, [isAway]);
  return (
    <ErrorBlock title="Страница не открылась." onRetry={reload}>
      {isAway
        ? 'Откроем сами, когда связь появится.'
        : 'Остальной кабинет работает. Если повторится, позвоните в поддержку.'}
    </ErrorBlock>
  );
}

/** A page that broke does not take the menu with it. */
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
    return this.state.failure ? <Broken /> : this.props.children;
  }
}
