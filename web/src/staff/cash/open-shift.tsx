import { useState, type SubmitEvent } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout, Empty } from '#web/ui/card/callout.tsx';
import { MoneyField } from '#web/ui/field/field.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { PlaneHead } from '../look/plane.tsx';
import styles from './cash.module.css';
import { shiftDifference } from './cash.texts.ts';
import type { DeskView } from './cash-data.ts';
import { Counting } from './counting.tsx';
import { countDifference, countTyped, sumTyped } from './sums.rules.ts';

/** Before the first payment: which desk, and what lies in its drawer. */
export function OpenShift({ desks }: { desks: DeskView['desks'] }) {
  const free = desks.filter(({ busy_by: who }) => who === null);
  const [chosen, setChosen] = useState(free[0]?.desk_id);
  const desk = free.find(({ desk_id: id }) => id === chosen) ?? free[0];
  return (
    <>
      <PlaneHead
        title="Смена не открыта"
        lead="Наличные принимают только в открытой смене: выберите кассу и пересчитайте ящик."
      />
      <div className={styles.wait}>
        {desks
          .filter(({ busy_by: who }) => who !== null)
          .map(({ desk_id, name, busy_by }) => (
            <p key={desk_id} className={styles.sub}>
              {name} занята: {busy_by}.
            </p>
          ))}
        {desk === undefined ? (
          <Empty icon="wallet" title={desks.length === 0 ? 'Касс ещё нет' : 'Свободной кассы нет'}>
            {desks.length === 0
              ? 'Кассу заводит администратор командой desks add.'
              : 'Коллега закроет смену, и касса освободится.'}
          </Empty>
        ) : (
          <OpeningForm key={desk.desk_id} desk={desk} free={free} onDesk={setChosen} />
        )}
      </div>
    </>
  );
}

interface OpeningProps {
  desk: DeskView['desks'][number];
  free: DeskView['desks'];
  onDesk: (deskId: number) => void;
}

function OpeningForm({ desk, free, onDesk }: OpeningProps) {
  const [text, setText] = useState('');
  const [brought, setBrought] = useState('');
  const [isJudged, setJudged] = useState(false);
  const [failure, setFailure] = useState<string>();
  const open = useChange(contract.shifts.open);
  const counted = countTyped(text);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setJudged(true);
    if (counted === undefined) return;
    const fromSafe = sumTyped(brought);
    open.mutate(
      {
        body: {
          desk_id: String(desk.desk_id),
          counted,
          ...(fromSafe !== undefined && { from_safe: fromSafe }),
        },
      },
      { onError: ({ message }) => setFailure(message) },
    );
  };
  return (
    <DialogForm onSubmit={submit}>
      <div className={styles.narrow}>
        {free.length > 1 && (
          <Ways
            legend="Касса"
            name="desk"
            options={free.map(({ desk_id, name }) => ({ value: String(desk_id), title: name }))}
            value={String(desk.desk_id)}
            onChange={(id) => onDesk(Number(id))}
          />
        )}
        <p className={styles.sub}>
          {desk.name}, {desk.place}. {beforeWords(desk)}
        </p>
        <Counting
          text={text}
          onType={(next) => {
            setText(next);
            setJudged(false);
          }}
          error={isJudged && counted === undefined ? 'Впишите, сколько в ящике; пусто — 0' : undefined}
        />
        {!desk.is_first && <FromBefore desk={desk} counted={text} brought={brought} onBrought={setBrought} />}
        <NotOpened failure={failure} />
        <Button type="submit" wide busy={open.isPending}>
          Открыть смену
        </Button>
      </div>
    </DialogForm>
  );
}

const beforeWords = ({ is_first, carried }: DeskView['desks'][number]): string =>
  is_first
    ? 'Первая смена: всё, что в ящике, считается принесённым из сейфа.'
    : `Прошлая смена оставила ${rubles(carried)}.`;

const NotOpened = ({ failure }: { failure: string | undefined }) =>
  failure === undefined ? null : (
    <Callout tone="bad" role="alert" title="Смена не открыта.">
      {failure}.
    </Callout>
  );

interface FromBeforeProps {
  desk: DeskView['desks'][number];
  counted: string;
  brought: string;
  onBrought: (text: string) => void;
}

/** What was counted against what the shift before has left. */
function FromBefore({ desk, counted, brought, onBrought }: FromBeforeProps) {
  const sum = countTyped(counted);
  const difference =
    sum === undefined ? undefined : countDifference(countDifference(sum, desk.carried), sumTyped(brought) ?? '0.00');
  return (
    <>
      <MoneyField label="Из них принесли из сейфа" value={brought} onChange={onBrought} hint="Если принесли" />
      {difference !== undefined && (
        <p role="status">
          <b>{shiftDifference(difference)}.</b> {difference === '0.00' ? '' : 'Разница запишется в книги.'}
        </p>
      )}
    </>
  );
}
