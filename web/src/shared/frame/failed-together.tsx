import { useEffect, useState } from 'react';
import { useServerAway } from '#web/api/reach.ts';
import { phone } from '#web/lib/text/format.ts';
import { useOnline } from '#web/lib/page/online.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Callout, RetryRow } from '#web/ui/card/callout.tsx';
import { tellOnce, useToldOnce } from '#web/ui/toast/told-once.ts';
import {
  commonCause,
  partShown,
  putOff,
  useOfCache,
  useRetryAll,
  useToldByPage,
  type FailureCause,
} from './failures.ts';
import styles from './offline-strip.module.css';

const WORDS: Record<FailureCause, string> = {
  network: 'Сервер не\u00a0ответил.',
  busy: 'Сервер сейчас занят или обновляется.',
  broken: 'Ошибка на\u00a0нашей стороне, мы её видим.',
};

/** Why nothing has come, if that is known and nothing else tells it. */
export const useWhyFailed = (): string | undefined => {
  const cause = useOfCache(commonCause);
  const isLost = useLostConnection();
  return cause === undefined || isLost ? undefined : WORDS[cause];
};

/** Whether the strip about the lost connection is shown; then it tells the cause. */
function useLostConnection(): boolean {
  const isOnline = useOnline();
  const isAway = useServerAway();
  return !isOnline || isAway;
}

/** Of a part of the page, or of all of it. */
const FAILED = {
  some: ['Часть страницы не\u00a0загрузилась.', 'Остальное работает.'],
  all: ['Страница не\u00a0загрузилась.', ''],
} as const;

/** While a read that the server has put off waits (decision 297). */
export function PutOff() {
  const isWaiting = useOfCache(putOff);
  const isTold = useToldOnce();
  return (
    isWaiting &&
    !isTold && (
      <div className={styles.strip}>
        <Callout role="status" title="Отвечаем дольше обычного, ждём…" />
      </div>
    )
  );
}

/** The common cause, also while all parts are repeated. */
function useCause() {
  const { isBusy, again } = useRetryAll();
  const [repeated, setRepeated] = useState<FailureCause>();
  const found = useOfCache(commonCause);
  const repeat = (): void => {
    setRepeated(found);
    again();
  };
  return { cause: found ?? (isBusy ? repeated : undefined), isBusy, again: repeat };
}

/** Parts that failed by one cause: told once, above the page. `noStrip`: nothing else tells of a lost connection. */
export function FailedTogether({ noStrip }: { noStrip?: boolean }) {
  const { cause, isBusy, again } = useCause();
  const [title, rest] = FAILED[useOfCache(partShown) ?? 'all'];
  const isLost = useLostConnection() && !noStrip;
  const isTold = cause !== undefined || isLost;
  const isToldByPage = useToldByPage();
  useEffect(() => {
    tellOnce(isTold);
    return () => tellOnce(false);
  }, [isTold]);
  if (cause === undefined || isLost || isToldByPage) return null;
  return (
    <div className={styles.strip}>
      <Callout
        tone="bad"
        role="alert"
        title={title}
        action={
          <RetryRow>
            <Button look="line" size="sm" aria-disabled={isBusy} onClick={again}>
              {isBusy ? 'Повторяем…' : 'Повторить всё'}
            </Button>
            <Urgent />
          </RetryRow>
        }
      >
        {WORDS[cause]} {rest}
      </Callout>
    </div>
  );
}

/** The way out when repeating does not help: only the widest frame shows the telephone elsewhere. */
function Urgent() {
  const [support] = useProvider().support_phones;
  return (
    support && (
      <LinkButton to={`tel:+${support.phone.replace(/\D/g, '')}`} external look="line" size="sm" icon="phone">
        {phone(support.phone)}
      </LinkButton>
    )
  );
}
