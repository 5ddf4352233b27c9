import { useSyncExternalStore } from 'react';
import type { LoadedQuery } from './loaded.tsx';

const neverAgain = () => () => undefined;

/**
 * An answer that the page of the server does without, though the device may have kept it: it is left out while that page is taken over,
 * whose markup the first rendering must repeat.
 */
export function useWithoutDevice<T>({ data, error, refetch }: LoadedQuery<T>): LoadedQuery<T> {
  const isTakenOver = useSyncExternalStore(
    neverAgain,
    () => true,
    () => false,
  );
  return { data: isTakenOver ? data : undefined, error: isTakenOver ? error : null, refetch };
}
