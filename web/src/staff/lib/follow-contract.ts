import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** An address of its own: it is no call of the table. */
const addressOf = (contractId: number): string => `/api/staff/v1/event/stream?contract_id=${contractId}`;

/** After this time without the stream the page says that it may be out of date. */
const LOST_MS = 10_000;

/**
 * Follows what happens to a contract while its card is open, and tells others of the staff that it is. An event names nothing but that
 * something has changed; what is on the screen is then asked again. Returns whether the stream is lost.
 */
export function useFollowedContract(contractId: number): boolean {
  const cache = useQueryClient();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const stream = new EventSource(addressOf(contractId));
    let late: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => void cache.invalidateQueries();
    const hear = (kind: string, act: () => void): void => stream.addEventListener(kind, act);
    for (const kind of ['outdated', 'presence', 'gap']) hear(kind, ask);
    hear('hello', () => {
      clearTimeout(late);
      late = undefined;
      setLost(false);
    });
    hear('error', () => {
      late ??= setTimeout(() => setLost(true), LOST_MS);
      // Refused for good: an ordinary call tells why, and asks to sign in if that is it.
      if (stream.readyState === EventSource.CLOSED) ask();
    });
    return () => {
      clearTimeout(late);
      stream.close();
    };
  }, [cache, contractId]);
  return isLost;
}
