import type { ReactNode } from 'react';
import { AuthError } from '#web/api/api-error.ts';
import { readable } from '#web/lib/text/readable.ts';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';

/** The fields of a query that a part needs. */
export interface LoadedQuery<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  answer: LoadedQuery<T>;
  /** «Не удалось загрузить услуги.» */
  failed: string;
  /** A skeleton of the final size. */
  skeleton: ReactNode;
  /** The heading of the card in which a failure keeps the place of the part; none inside a card, and for a whole page. */
  title?: string;
  /** Content known without the result; stays above the error. */
  known?: ReactNode;
  /** It stands in a dialog, which covers the common cause above the page. */
  alone?: boolean;
  children: (data: T) => ReactNode;
}

/** A part of a page: a skeleton while it loads, «Повторить» on an error, then the content. Old data stay on the screen. */
export function Loaded<T>({
  answer: { data, error, refetch },
  failed,
  skeleton,
  title,
  known,
  alone,
  children,
}: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (error === null || error instanceof AuthError) return skeleton;
  const lost = (
    <ErrorBlock title={failed} alone={alone} onRetry={() => void refetch()}>
      {readable(error.message, 'Проверьте связь и повторите')}.
    </ErrorBlock>
  );
  return (
    <>
      {known}
      {title === undefined ? lost : <Card title={title}>{lost}</Card>}
    </>
  );
}

interface LoadedCardProps<T> extends LoadedProps<T> {
  title: string;
}

/** A card that keeps its title and its place while it loads, too. What is loaded brings cards of its own. */
export const LoadedCard = <T,>({ title, ...loaded }: LoadedCardProps<T>): ReactNode =>
  loaded.answer.data === undefined ? (
    <Card title={title}>
      <Loaded {...loaded} />
    </Card>
  ) : (
    loaded.children(loaded.answer.data)
  );
