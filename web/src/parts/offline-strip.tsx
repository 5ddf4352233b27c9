import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { timeText } from '#lib/format.ts';
import { Callout } from '#ui/callout.tsx';
import styles from './offline-strip.module.css';

/** While there is no network: how old the numbers are. Goes away by itself, and the numbers are asked for again. */
export function OfflineStrip() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const cache = useQueryClient();
  if (online) return null;
  const newest = Math.max(
    0,
    ...cache
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  );
  return (
    <div className={styles.strip}>
      <Callout tone="wait" icon="wifi-off" role="status" title="Нет сети.">
        {newest > 0 && `Показываем данные на ${timeText(new Date(newest))}. `}
        Обновим сами, когда связь появится.
      </Callout>
    </div>
  );
}
