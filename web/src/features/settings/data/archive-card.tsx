import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { bytes, dayOf, dayText, days, momentText } from '#web/lib/text/format.ts';
import { useDocument } from '#web/shared/page/open-document.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from '../settings.module.css';

type ArchiveReply = Wire<typeof contract.archive.get>;
type Archive = NonNullable<ArchiveReply['archive']>;

const TITLE = 'Архив ваших данных';

/** Everything that the portal knows of the contract, in one file. */
export function ArchiveCard() {
  const answer = useCall(contract.archive.get, {});
  return (
    <LoadedCard
      title={TITLE}
      answer={answer}
      failed="Не удалось узнать об архиве ваших данных."
      skeleton={<SkeletonRows label="Загружаем сведения об архиве" count={1} />}
    >
      {(known) => (
        <Card title={TITLE} aside={known.archive && <StateOf state={known.archive.state} />}>
          <p className={styles.lead}>
            Договор, услуги, платежи, звонки, заявки с файлами, согласия и входы&nbsp;— таблицами и страницей, которую
            открывает браузер.
          </p>
          {known.archive && <p className={styles.note}>{stateText(known.archive)}</p>}
          <Actions known={known} />
        </Card>
      )}
    </LoadedCard>
  );
}

const STATES = {
  making: ['info', 'Собираем'],
  ready: ['ok', 'Готов'],
  failed: ['bad', 'Не собран'],
  erased: ['off', 'Стёрт'],
} as const;

function StateOf({ state }: Pick<Archive, 'state'>) {
  const [tone, text] = STATES[state];
  return <State tone={tone}>{text}</State>;
}

function stateText({ state, ordered_at, bytes: size, kept_until: until }: Archive): string {
  const today = dayOf(now());
  const ordered = `Заказан ${momentText(ordered_at, today)}`;
  if (state === 'making') return `${ordered}. Сообщим, когда соберём: обычно это минуты. Страницу можно закрыть.`;
  if (state === 'failed') return `${ordered}, но собрать его не получилось. Закажите ещё раз.`;
  if (until === null) return ordered;
  return state === 'ready'
    ? `${ordered}, ${bytes(size ?? 0)}. Сотрём ${momentText(until, today)}.`
    : `${ordered}. Стёрли ${momentText(until, today)}.`;
}

function Actions({ known: { archive, next_on: nextOn, kept_days: keptDays } }: { known: ArchiveReply }) {
  const [isAsking, setAsking] = useState(false);
  const { open, isPending } = useDocument();
  const isReady = archive?.state === 'ready';
  return (
    <div className={styles.others}>
      <ButtonRow>
        {archive && isReady && (
          <Button busy={isPending} onClick={() => open({ kind: 'archive', archive_id: archive.archive_id })}>
            Скачать архив
          </Button>
        )}
        {nextOn === null && (
          <Button look={isReady ? 'plain' : 'line'} onClick={() => setAsking(true)}>
            {archive ? 'Заказать новый' : 'Заказать архив'}
          </Button>
        )}
      </ButtonRow>
      {nextOn !== null && (
        <p className={styles.note}>Новый можно заказать {dayText(nextOn, dayOf(now()))}: не больше одного в день.</p>
      )}
      <OrderDialog open={isAsking} keptDays={keptDays} onClose={() => setAsking(false)} />
    </div>
  );
}

interface OrderDialogProps {
  open: boolean;
  keptDays: number;
  onClose: () => void;
}

/** Before the order: says what the archive contains, and that the order is recorded. */
function OrderDialog({ open, keptDays, onClose }: OrderDialogProps) {
  const { mutate, isPending } = useAction(contract.archive.order);
  const order = (): void =>
    mutate(
      {},
      {
        onSuccess: () => {
          onClose();
          saySuccess('Собираем архив', 'Сообщим, когда он будет готов');
        },
        onError: (failure) => sayError(failure, 'Заказать не получилось. Повторите через минуту'),
      },
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Заказать архив данных?"
      actions={
        <ButtonRow stacked>
          <Button busy={isPending} onClick={order}>
            Заказать
          </Button>
          <Button look="plain" onClick={onClose}>
            Не нужно
          </Button>
        </ButtonRow>
      }
    >
      <p>
        Это бесплатно. Скачать архив можно будет только здесь, в кабинете, {days(keptDays)}. Потом сотрём его. Паролей в
        нём нет.
      </p>
      <p>
        В звонках номера собеседников будут полными, поэтому попросим подтвердить, что это вы, и запишем это в журнал
        просмотров.
      </p>
    </Dialog>
  );
}
