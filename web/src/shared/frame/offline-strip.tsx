import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { loadBatch } from '#api/batch.ts';
import { send } from '#api/client.ts';
import { contract } from '#api/contract.ts';
import { noteReach, useServerAway } from '#api/reach.ts';
import { timeText } from '#lib/format.ts';
import { useOnline } from '#lib/online.ts';
import { Callout } from '#ui/callout.tsx';
import { firstCalls } from '#shared/data/frame-data.ts';
import styles from './offline-strip.module.css';

const LOOK_EVERY_MS = 5000;

/** Everything on the screen anew: what the frame needs in one request, the rest each for its own. */
function refresh(cache: QueryClient): void {
  void loadBatch(cache, firstCalls).catch(() => undefined);
  void cache.invalidateQueries();
}

/** A file of the program that did not come says the same as a call without an answer. */
function useLostFiles(): void {
  useEffect(() => {
    const note = (): void => noteReach(false);
    window.addEventListener('vite:preloadError', note);
    return () => window.removeEventListener('vite:preloadError', note);
  }, []);
}

/** While the server is away, looks whether it is back; then asks for everything again. */
function useReturn(away: boolean): void {
  const cache = useQueryClient();
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !away) refresh(cache);
    was.current = away;
    if (!away) return undefined;
    const timer = setInterval(() => void send(contract.byDefault.getIp, {}).catch(() => undefined), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [away, cache]);
}

const newestOf = (cache: QueryClient): number =>
  Math.max(
    0,
    ...cache
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  );

/** While there is no connection: how old the numbers are. Goes away by itself, and the numbers are asked for again. */
export function OfflineStrip() {
  const isOnline = useOnline();
  const isAway = useServerAway();
  const cache = useQueryClient();
  useLostFiles();
  useReturn(isAway);
  if (isOnline && !isAway) return null;
  const newest = newestOf(cache);
  return (
    <div className={styles.strip}>
      <Callout tone="wait" icon="wifi-off" role="status" title={isOnline ? 'Нет связи с сервером.' : 'Нет сети.'}>
        {newest > 0 && `Показываем данные на ${timeText(new Date(newest))}. `}
        Обновим сами, когда связь появится.
      </Callout>
    </div>
  );
}
