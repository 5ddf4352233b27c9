import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { magnitude, rubles } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { MoneyField } from '#web/ui/field/field.tsx';
import { contract } from '../api/contract.ts';
import { useMe } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';
import styles from './cash.module.css';
import { shiftDifference } from './cash.texts.ts';
import { AskSecond } from '../look/ask-second.tsx';
import type { ShiftView } from './cash-data.ts';
import { Counting } from './counting.tsx';
import { ReportSlip, type Printed } from './slip.tsx';
import { countDifference, countTyped, sumTyped } from './sums.rules.ts';

interface ReportDialogProps {
  shift: ShiftView;
  onPrint: (printed: Printed) => void;
  onClose: () => void;
}

/** X of an open shift, Z of a closed one. */
export function ReportDialog({ shift, onPrint, onClose }: ReportDialogProps) {
  const { provider } = useMe();
  return (
    <Dialog
      open
      onClose={onClose}
      title={shift.closed ? 'Смена закрыта' : 'Отчёт без закрытия'}
      actions={
        <>
          <Button onClick={() => onPrint({ report: shift })}>Напечатать</Button>
          <Button look="line" onClick={onClose}>
            Готово
          </Button>
        </>
      }
    >
      <ReportSlip shift={shift} seller={provider} />
    </Dialog>
  );
}

/** Cash to the safe, while the shift goes on. */
export function SafeDialog({ shift, onClose }: { shift: ShiftView; onClose: () => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const hand = useChange(contract.shifts.safe);
  const sum = sumTyped(text);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (sum === undefined) {
      setError('Введите сумму');
      return;
    }
    hand.mutate({ body: { amount: sum } }, { onSuccess: onClose, onError: ({ message }) => setError(message) });
  };
  return (
    <Dialog open onClose={onClose} title="Сдать в сейф">
      <DialogForm onSubmit={submit}>
        <MoneyField
          label="Сумма"
          value={text}
          onChange={(next) => {
            setText(next);
            setError(undefined);
          }}
          error={error}
          hint={`В ящике ${rubles(shift.expected)}`}
        />
        <Button type="submit" busy={hand.isPending}>
          Сдать {sum === undefined ? '' : rubles(sum)}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

interface CloseDialogProps {
  shift: ShiftView;
  /** Above it the shift is closed with a second person. */
  /** null: nobody needs a second person. */
  alone: string | null;
  onClosed: (shift: ShiftView) => void;
  onClose: () => void;
}

/** Counts the drawer, and shows the difference before anything is booked. */
export function CloseDialog({ shift, alone, onClosed, onClose }: CloseDialogProps) {
  const [text, setText] = useState('');
  const [left, setLeft] = useState('');
  const [isJudged, setJudged] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const close = useChange(contract.shifts.close);
  const counted = countTyped(text);
  const stays = leftTyped(left);
  const difference = counted === undefined ? undefined : countDifference(counted, shift.expected);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setJudged(true);
    if (counted === undefined || stays === 'wrong') return;
    const body = { counted, ...stays };
    close.mutate({ body }, { onSuccess: onClosed, onError: setFailure });
  };
  return (
    <Dialog open onClose={onClose} title="Закрыть смену: пересчитайте ящик">
      <DialogForm onSubmit={submit}>
        <Counting
          text={text}
          onType={(next) => {
            setText(next);
            setFailure(undefined);
          }}
          error={judged(isJudged && counted === undefined, 'Впишите, сколько в ящике; пусто — 0')}
        />
        <MoneyField
          label="Оставить на размен"
          value={left}
          onChange={(next) => {
            setLeft(next);
            setFailure(undefined);
          }}
          hint="Остальное уйдёт в сейф. Пусто — остаётся всё"
          error={judged(isJudged && stays === 'wrong', 'Введите сумму: рубли, копейки после запятой')}
        />
        <Compared counted={counted} expected={shift.expected} />
        <NotClosed failure={failure} />
        <AskSecond
          failure={failure}
          call="shift close"
          input={{ counted: counted ?? '', ...(stays !== 'wrong' && stays) }}
          reason={closeWords(difference)}
          onAsked={onClose}
        />
        <Button type="submit" busy={close.isPending}>
          {closeWords(difference)}
        </Button>
        <p className={styles.sub}>{signedBy(difference, alone)}</p>
      </DialogForm>
    </Dialog>
  );
}

const judged = (isWrong: boolean, words: string): string | undefined => (isWrong ? words : undefined);

/** What stays in the drawer, as it is sent: nothing typed leaves all of it. */
function leftTyped(text: string): { readonly left?: string } | 'wrong' {
  if (text.trim() === '') return {};
  const left = countTyped(text);
  return left === undefined ? 'wrong' : { left };
}

function Compared({ counted, expected }: { counted: string | undefined; expected: string }) {
  if (counted === undefined) return null;
  const difference = countDifference(counted, expected);
  const lines = [
    ['Посчитали', counted],
    ['Должно быть', expected],
    [difference.startsWith('-') ? 'Недостача' : 'Излишек', difference],
  ] as const;
  return (
    <div role="status">
      <dl className={styles.sums}>
        {lines.map(([title, sum]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{rubles(sum, { kopecks: 'always' })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The dialog is long: why nothing has happened is brought into sight. */
function NotClosed({ failure }: { failure: Error | undefined }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  if (!failure) return null;
  return (
    <div ref={note}>
      <Callout tone="bad" role="alert" title="Смена не закрыта.">
        {failure.message}.
      </Callout>
    </div>
  );
}

function signedBy(difference: string | undefined, alone: string | null): string {
  if (alone === null) return 'Разница — с вашей подписью.';
  return difference !== undefined && isAbove(difference, alone)
    ? `Разница больше ${rubles(alone)}: нужна подпись бухгалтера.`
    : `Разница до ${rubles(alone)} — с вашей подписью, больше — с подписью бухгалтера.`;
}

const isAbove = (difference: string, alone: string): boolean =>
  fromWireMoney(magnitude(difference)) > fromWireMoney(alone);

function closeWords(difference: string | undefined): string {
  if (difference === undefined || fromWireMoney(difference) === 0) return 'Закрыть смену';
  const [word = '', ...sum] = shiftDifference(difference).split(' ');
  return `Закрыть смену: ${word.toLowerCase()} ${sum.join(' ')}`;
}
