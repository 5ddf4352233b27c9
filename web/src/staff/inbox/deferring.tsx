import { useState, type SubmitEvent } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, dayText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { DateField } from '#web/ui/field/date-field.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Request, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { Part } from '../look/plane.tsx';
import plane from '../look/plane.module.css';
import { causeKey, type Waiting } from './inbox.texts.ts';
import styles from './inbox.module.css';

export type Deferred = Wire<typeof contract.inbox.list>['deferred'][number];

const MOST_SIGNS = 200;
const MOST_DAYS = 31;
const DAY_MS = 86_400_000;

type DeferBody = Request<typeof contract.inbox.defer>['body'];

/** The row as a call names it; the list tells which rows can be put off. */
const rowOf = ({ kind, cause }: Pick<Waiting, 'kind' | 'cause'>) =>
  ({ kind: kind as DeferBody['kind'], ...(cause !== null && { cause }) }) as const;

interface DeferProps {
  item: Waiting;
  onClose: () => void;
  /** After it was put off: whoever works through the list goes on with the next row. */
  onDone: (item: Waiting) => void;
}

/** Puts a row off to a day. */
export function DeferDialog({ item, onClose, onDone }: DeferProps) {
  const today = dayOf(now());
  const last = dayOf(new Date(now().getTime() + MOST_DAYS * DAY_MS));
  const tomorrow = dayOf(new Date(now().getTime() + DAY_MS));
  const [until, setUntil] = useState(tomorrow);
  const [note, setNote] = useState('');
  const [isJudged, setJudged] = useState(false);
  const defer = useChange(contract.inbox.defer);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setJudged(true);
    const written = note.trim();
    if (written === '' || until === '') return;
    defer.mutate(
      { body: { ...rowOf(item), until, note: written } },
      {
        onSuccess: () => {
          saySuccess('Отложили', `Вернётся ${dayText(until, today)}. Новое по этой причине придёт сразу`);
          onClose();
          onDone(item);
        },
        onError: (failure) => void sayError(failure, 'Отложить не получилось. Повторите', 'Не отложили'),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={`Отложить: ${item.title}`}>
      <DialogForm onSubmit={submit}>
        <DateField
          label="До какого дня"
          today={today}
          min={tomorrow}
          max={last}
          value={until}
          onChange={setUntil}
          error={isJudged && until === '' ? 'Выберите день' : undefined}
        />
        <Field
          label="Чего ждём"
          onChange={({ target }) => setNote(target.value)}
          {...within(MOST_SIGNS, {
            value: note,
            hint: 'Прочитают коллеги: «Банк пришлёт выписку в понедельник»',
            error: isJudged && note.trim() === '' ? 'Напишите, чего ждём' : undefined,
          })}
        />
        <div>
          <Button type="submit" busy={defer.isPending}>
            Отложить
          </Button>
        </div>
      </DialogForm>
    </Dialog>
  );
}

/** «Отложено 3 дела»: a line at the end of the list, which opens them. */
export function DeferredPart({ items }: { items: readonly Deferred[] }) {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <Part title="Отложено">
      <Button look="plain" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Скрыть отложенное' : `Показать ${counted(items.length, 'строку', 'строки', 'строк')}`}
      </Button>
      {isOpen && (
        <ul className={plane.rows}>
          {items.map((one) => (
            <DeferredRow key={causeKey(one)} item={one} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function DeferredRow({ item }: { item: Deferred }) {
  const resume = useChange(contract.inbox.resume);
  const { title, count, until, note, operator } = item;
  const press = (): void =>
    resume.mutate(
      { body: rowOf(item) },
      {
        onSuccess: () => saySuccess('Вернули в разбор', title),
        onError: (failure) => void sayError(failure, 'Вернуть не получилось. Повторите', 'Не вернули'),
      },
    );
  return (
    <li className={plane.row}>
      <span>
        <b>{title}</b>
        <span className={plane.sub}>
          {counted(count, 'дело', 'дела', 'дел')}, до {dayText(until, dayOf(now()))}. {operator}: {note}
        </span>
      </span>
      <span className={styles.end}>
        <Button look="plain" size="sm" busy={resume.isPending} onClick={press}>
          Вернуть
        </Button>
      </span>
    </li>
  );
}
