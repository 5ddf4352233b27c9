import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, momentText } from '#web/lib/text/format.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { GlidingRows } from '#web/ui/text/gliding-rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { CalendarAddresses } from './calendar-addresses.tsx';
import { NewKeyDialog, SCOPES } from './new-key-dialog.tsx';
import styles from '../settings.module.css';

type Key = Wire<typeof contract.personalKey.list>[number];

const MOST_KEYS = 5;

/** Keys by which the subscriber's own programs read his contract. */
export function PersonalKeys() {
  const { data: keys, error, refetch } = useCall(contract.personalKey.list, {});
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Key>();
  const isFull = keys !== undefined && keys.length >= MOST_KEYS;
  if (error && !keys) {
    return (
      <Card title="Ключи для программ">
        <ErrorBlock title="Не удалось загрузить ключи для программ." onRetry={() => void refetch()}>
          Сами ключи работают как прежде.
        </ErrorBlock>
      </Card>
    );
  }
  return (
    <>
      <Card title="Ключи для программ">
        <p className={styles.lead}>
          Для умного дома или таблицы: программа с ключом видит то, что вы&nbsp;выберете, и&nbsp;ничего не может
          изменить.
        </p>
        {keys ? (
          <GlidingRows>
            {keys.filter(isForProgram).map((key) => (
              <OneKey key={key.personal_key_id} known={key} onRevoke={() => setRevoking(key)} />
            ))}
          </GlidingRows>
        ) : (
          <SkeletonRows label="Загружаем ключи для программ" />
        )}
        <div className={styles.others}>
          {isFull ? (
            <p>Ключей и адресов уже пять. Чтобы создать новый, отзовите ненужный.</p>
          ) : (
            <Button look="line" aria-disabled={keys === undefined || undefined} onClick={() => setCreating(true)}>
              Создать ключ
            </Button>
          )}
        </div>
        <NewKeyDialog open={isCreating} onClose={() => setCreating(false)} />
        <RevokeDialog known={revoking} onClose={() => setRevoking(undefined)} />
      </Card>
      {keys && (
        <CalendarAddresses
          addresses={keys.filter((key) => !isForProgram(key))}
          isFull={isFull}
          onRevoke={setRevoking}
        />
      )}
    </>
  );
}

/** A key of a program; the others are addresses of the calendar. */
const isForProgram = ({ scopes }: Key): boolean => !scopes.includes('calendar');

const scopesText = ({ scopes }: Key): string =>
  SCOPES.filter(({ scope }) => scopes.includes(scope))
    .map(({ short }) => short)
    .join(', ');

function OneKey({ known, onRevoke }: { known: Key; onRevoke: () => void }) {
  const { name, created_at, used_at } = known;
  const today = dayOf(now());
  return (
    <div className={styles.place}>
      <Tile icon="key" />
      <span>
        <b>{name}</b>
        <small>
          Видит: {scopesText(known)}. Создан {dayText(dayOf(created_at), today)},{' '}
          {used_at === null ? 'ещё не пользовались' : `пользовались ${momentText(used_at, today)}`}
        </small>
      </span>
      <TextButton aria-label={`Отозвать ключ «${name}»`} onClick={onRevoke}>
        Отозвать
      </TextButton>
    </div>
  );
}

function RevokeDialog({ known, onClose }: { known: Key | undefined; onClose: () => void }) {
  const { mutate, isPending } = useAction(contract.personalKey.revoke);
  const isKey = known === undefined || isForProgram(known);
  const revoke = (): void => {
    if (!known) return;
    mutate(
      { body: { personal_key_id: known.personal_key_id } },
      {
        onSuccess: () => {
          onClose();
          if (isKey) saySuccess('Ключ отозван', 'Программа с ним больше ничего не прочитает');
          else saySuccess('Адрес отозван', 'Календарь по нему больше не откроется');
        },
        onError: (failure) => sayError(failure, `${isKey ? 'Ключ' : 'Адрес'} не отозвали. Повторите через минуту`),
      },
    );
  };
  return (
    <CutDialog
      open={known !== undefined}
      title={isKey ? 'Отозвать ключ?' : 'Отозвать адрес календаря?'}
      cut="Отозвать"
      busy={isPending}
      onCut={revoke}
      onClose={onClose}
    >
      <p>
        {isKey
          ? `Программы с ключом «${known?.name ?? ''}» сразу перестанут видеть договор. Вернуть этот ключ нельзя, можно создать новый.`
          : 'Календари с этим адресом сразу перестанут обновляться. Вернуть его нельзя, можно создать новый.'}
      </p>
    </CutDialog>
  );
}
