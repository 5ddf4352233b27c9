import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { timeText } from '#web/lib/text/format.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { Button } from '#web/ui/button/button.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './numbers-veil.module.css';

interface NumbersVeilProps {
  number: string;
  /** Until when the numbers of others are shown; null while they are masked. */
  until: string | null;
}

/** Says why the numbers of others are masked and how to see them, or until when they are shown. */
export function NumbersVeil({ number, until }: NumbersVeilProps) {
  return until === null ? <Masked number={number} /> : <Shown number={number} until={until} />;
}

function Masked({ number }: { number: string }) {
  const show = useAction(contract.telephoneCall.showNumbers);
  const onError = (failure: Error) => sayError(failure, 'Проверьте связь и повторите', 'Номера остались скрыты');
  return (
    <div className={styles.veil}>
      <Icon name="lock" size="sm" />
      <p>
        <b>Номера собеседников скрыты: это тайна связи.</b> Подтвердите, что это вы, и&nbsp;покажем их на&nbsp;10 минут.
        Просмотр останется в&nbsp;журнале. В&nbsp;файлах, которые скачаете, номера тоже скрыты.
      </p>
      <Button busy={show.isPending} onClick={() => show.mutate({ body: { phone_number: number } }, { onError })}>
        Показать номера
      </Button>
    </div>
  );
}

function Shown({ number, until }: { number: string; until: string }) {
  const cache = useQueryClient();
  const hide = useAction(contract.telephoneCall.hideNumbers);
  const left = (Date.parse(until) - useNow()) / 1000;
  useEffect(() => {
    // Full numbers leave the screen at once, even if the masked ones cannot be loaded.
    const timer = setTimeout(
      () => void cache.resetQueries({ queryKey: ['telephone-call'] }),
      Math.max(Date.parse(until) - nowMs(), 0),
    );
    return () => clearTimeout(timer);
  }, [cache, until]);
  const onError = (failure: Error) => sayError(failure, 'Проверьте связь и повторите', 'Номера пока видны');
  return (
    <div className={styles.veil}>
      <Icon name="eye" size="sm" />
      <p>
        <b>Номера видны до&nbsp;{timeText(until)}.</b> <span aria-hidden="true">Осталось {clockText(left)}.</span>{' '}
        Таблица, которую вы скачаете сейчас, тоже будет с&nbsp;полными номерами.
        <VisuallyHidden> Потом мы снова их скроем.</VisuallyHidden>
      </p>
      <Button
        look="line"
        busy={hide.isPending}
        onClick={() => hide.mutate({ body: { phone_number: number } }, { onError })}
      >
        Скрыть сейчас
      </Button>
    </div>
  );
}
