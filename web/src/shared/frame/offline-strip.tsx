import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { loadBatch } from '#web/api/batch.ts';
import { send } from '#web/api/client.ts';
import { contract } from '#web/api/contract.ts';
import { isGuest } from '#web/api/session.ts';
import { noteReach, useServerAway } from '#web/api/reach.ts';
import { useOnline } from '#web/lib/page/online.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { firstCalls } from '#web/shared/data/frame-data.ts';
import { ageText, useOfCache } from './failures.ts';
import styles from './offline-strip.module.css';

const LOOK_EVERY_MS = 5000;

/** Refetches everything on the screen: the data of the frame in one request, the rest separately. */
function refresh(cache: QueryClient): void {
  if (!isGuest()) void loadBatch(cache, firstCalls).catch(() => undefined);
  void cache.invalidateQueries();
}

/** Treats a file that failed to load like a call without a response. */
function useLostFiles(): void {
  useEffect(() => {
    const note = (): void => noteReach(false);
    window.addEventListener('vite:preloadError', note);
    return () => window.removeEventListener('vite:preloadError', note);
  }, []);
}

/** While the server cannot be reached, checks whether it is back; then refetches everything. */
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

/** Without a connection: says how old the data on the screen are, and what cannot be done. Disappears by itself; then the data are refetched. */
export function OfflineStrip() {
  const isOnline = useOnline();
  const isAway = useServerAway();
  const cache = useQueryClient();
  const age = useOfCache(ageText);
  useLostFiles();
  useReturn(isAway);
  if (isOnline && !isAway) return null;
  return (
    <div className={styles.strip}>
      <Callout
        tone="wait"
        icon="wifi-off"
        role="status"
        title={isOnline ? 'Нет связи с сервером.' : 'Нет сети.'}
        {...(isOnline && { action: <TextButton onClick={() => refresh(cache)}>Повторить всё</TextButton> })}
      >
        {age === undefined ? 'Показать пока нечего.' : `Показываем данные на ${age}.`}{' '}
        {isGuest() ? 'Отправить пока ничего нельзя.' : 'Платежи и\u00a0изменения пока не\u00a0отправить.'} Обновим сами,
        когда связь появится.
      </Callout>
    </div>
  );
}
