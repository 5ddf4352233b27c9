import { useState, type SubmitEvent } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, rubles } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { Evidence, Matters } from './evidence.tsx';

type DrawerDifference = Wire<typeof contract.shifts.differences>[number];

const MOST_SIGNS = 500;

/** What was not in a drawer as it was left: somebody else asks than who has counted. */
export function Drawers() {
  const answer = useAnswer(contract.shifts.differences, {});
  const may = useMay('shift settle');
  return (
    <Matters answer={answer} keyOf={({ shift_id: id }) => id}>
      {(one) => (
        <Evidence title={`${one.desk}, смена ${one.number}`} sum={one.difference} raw={linesOf(one)}>
          {may ? <Settling difference={one} /> : <p>Разбирает бухгалтер.</p>}
        </Evidence>
      )}
    </Matters>
  );
}

const linesOf = ({ before, carried, person, opening, opened_at: at }: DrawerDifference): string[] => [
  `${before ?? 'Прошлая смена'}: при закрытии в ящике оставлено ${rubles(carried)}`,
  `${person}: при открытии ${momentText(at, dayOf(now()))} насчитано ${rubles(opening)}`,
  ...(before === person ? ['Закрывал и открывал один человек'] : []),
];

function Settling({ difference: { shift_id: id } }: { difference: DrawerDifference }) {
  const [note, setNote] = useState('');
  const [isJudged, setJudged] = useState(false);
  const settle = useChange(contract.shifts.settle);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setJudged(true);
    if (note.trim() === '') return;
    settle.mutate(
      { body: { shift_id: String(id), note: note.trim() } },
      {
        onSuccess: () => saySuccess('Записали', 'Разница остаётся в книгах'),
        onError: (failure) => void sayError(failure, 'Записать не получилось. Повторите'),
      },
    );
  };
  return (
    <DialogForm onSubmit={submit}>
      <Field
        label="Что выяснили"
        onChange={({ target }) => setNote(target.value)}
        {...within(MOST_SIGNS, {
          value: note,
          hint: 'Например: «Забыла провести сдачу в сейф»',
          error: isJudged && note.trim() === '' ? 'Напишите, что выяснили' : undefined,
        })}
      />
      <div>
        <Button type="submit" size="sm" busy={settle.isPending}>
          Разобрались
        </Button>
      </div>
    </DialogForm>
  );
}
