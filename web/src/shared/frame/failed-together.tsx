import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useServerAway } from '#web/api/reach.ts';
import { useOnline } from '#web/lib/page/online.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { tellOnce } from '#web/ui/toast/told-once.ts';
import { commonCause, partShown, retryAll, useOfCache, type FailureCause } from './failures.ts';
import styles from './offline-strip.module.css';

const WORDS: Record<FailureCause, string> = {
  network: 'Причина одна: сервер не\u00a0ответил.',
  busy: 'Причина одна: сервер сейчас занят или обновляется.',
  broken: 'Причина одна: ошибка на\u00a0нашей стороне, мы её видим.',
};

/** Whether the strip about the lost connection is shown; then it tells the cause. */
function useLostConnection(): boolean {
  const isOnline = useOnline();
  const isAway = useServerAway();
  return !isOnline || isAway;
}

/** Of a part of the page, or of all of it. */
const textsOf = (isPart: boolean) =>
  isPart
    ? { title: 'Часть страницы не\u00a0загрузилась.', text: 'Остальное работает.' }
    : { title: 'Страница не\u00a0загрузилась.', text: undefined };

/** Parts that failed by one cause: told once, above the page. `noStrip`: nothing else tells of a lost connection. */
export function FailedTogether({ noStrip = false }: { noStrip?: boolean }) {
  const client = useQueryClient();
  const cause = useOfCache(commonCause);
  const { title, text } = textsOf(useOfCache(partShown) !== undefined);
  const isLost = useLostConnection() && !noStrip;
  const [isBusy, setBusy] = useState(false);
  const isTold = cause !== undefined || isLost;
  useEffect(() => {
    tellOnce(isTold);
    return () => tellOnce(false);
  }, [isTold]);
  if (cause === undefined || isLost) return null;
  const again = (): void => {
    setBusy(true);
    void retryAll(client).finally(() => setBusy(false));
  };
  return (
    <div className={styles.strip}>
      <Callout
        tone="bad"
        role="alert"
        title={title}
        action={
          <TextButton aria-disabled={isBusy} onClick={() => !isBusy && again()}>
            {isBusy ? 'Повторяем…' : 'Повторить всё'}
          </TextButton>
        }
      >
        {WORDS[cause]} {text}
      </Callout>
    </div>
  );
}
