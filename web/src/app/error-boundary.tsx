import { Component, useEffect, useRef, type ErrorInfo, type ReactNode } from 'react';
import { useServerAway } from '#web/api/reach.ts';
import { ErrorBlock } from '#web/ui/card/callout.tsx';

interface Props {
  /** A change of this value, the path, renders the page again. */
  resetOn: string;
  children: ReactNode;
}

const reload = (): void => window.location.reload();

/** Shown instead of the page. If its file failed to load because the server was down, it opens by itself when the server is back. */
function Broken() {
  const isAway = useServerAway();
  const was = useRef(isAway);
  useEffect(() => {
    if (was.current && !isAway) reload();
    was.current = isAway;
  }, [isAway]);
  return (
    <ErrorBlock alone title="Страница не открылась." onRetry={reload}>
      {isAway
        ? 'Откроем сами, когда связь появится.'
        : 'Остальной кабинет работает. Если повторится, позвоните в поддержку.'}
    </ErrorBlock>
  );
}

/** Keeps the menu when a page fails. */
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
