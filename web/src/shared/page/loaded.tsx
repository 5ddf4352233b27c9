import type { ReactNode } from 'react';
import { AuthError } from '#api/api-error.ts';
import { readable } from '#lib/readable.ts';
import { ErrorBlock } from '#ui/callout.tsx';

/** What a part needs to know of its answer. */
export interface Answer<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  answer: Answer<T>;
  /** «Не удалось загрузить услуги.» */
  failed: string;
  /** The final shape in grey. */
  skeleton: ReactNode;
  /** What is known without the answer: it stays above its failure. */
  known?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part of a page: its shape while it loads, «Повторить» when it did not come, then what came. Old data stay on the screen. */
export function Loaded<T>({ answer: { data, error, refetch }, failed, skeleton, known, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (error === null || error instanceof AuthError) return skeleton;
  return (
    <>
      {known}
      <ErrorBlock title={failed} onRetry={() => void refetch()}>
        {readable(error.message, 'Проверьте связь и повторите')}.
      </ErrorBlock>
    </>
  );
}
