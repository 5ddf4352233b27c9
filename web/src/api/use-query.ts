import {
  notifyManager,
  QueryObserver,
  useQueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** The answer to a query, as the library's own hook gives it; without suspending and throwing, which no screen of ours wants. */
export function useQuery<T>(options: QueryObserverOptions<T>): QueryObserverResult<T> {
  const cache = useQueryClient();
  const asked = { ...cache.defaultQueryOptions(options), _optimisticResults: 'optimistic' as const };
  const [observer] = useState(() => new QueryObserver(cache, asked));
  const result = observer.getOptimisticResult(asked);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stop = observer.subscribe(notifyManager.batchCalls(listener));
      // What came between the drawing and the subscription.
      observer.updateResult();
      return stop;
    },
    [observer],
  );
  useSyncExternalStore(subscribe, () => observer.getCurrentResult());
  useEffect(() => observer.setOptions(asked));
  return observer.trackResult(result);
}
