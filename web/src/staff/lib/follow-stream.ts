import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

/** After this time without the stream the page says that it may be out of date. */
const LOST_MS = 10_000;

interface Following {
  /** What of the stream makes something old. */
  readonly kinds: readonly string[];
  /** Addresses of the calls that are asked again; without them, all of the screen. */
  readonly asks?: readonly string[];
}

/**
 * Follows a stream of the staff, which is no call of the table. An event names nothing but that something has changed; what is on the
 * screen is then asked again. Returns whether the stream is lost.
 */
export function useStaffStream(query: string, { kinds, asks }: Following): boolean {
  const cache = useQueryClient();
  const [isLost, setLost] = useState(false);
  const ask = useEffectEvent((): void => {
    if (asks === undefined) void cache.invalidateQueries();
    else for (const path of asks) void cache.invalidateQueries({ queryKey: [path] });
  });
  const heard = kinds.join(' ');
  useEffect(() => {
    const stream = new EventSource(`/api/staff/v1/event/stream?${query}`);
    let late: ReturnType<typeof setTimeout> | undefined;
    const hear = (kind: string, act: () => void): void => stream.addEventListener(kind, act);
    for (const kind of [...heard.split(' '), 'gap']) hear(kind, () => ask());
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
  }, [query, heard]);
  return isLost;
}
