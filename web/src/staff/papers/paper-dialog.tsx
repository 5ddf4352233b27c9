import { useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Request } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { KIND_CHOICES, PAPER_LINES, type PaperKind } from './paper.texts.ts';

interface PaperDialogProps {
  contractId: number;
  /** Of the card that is open. */
  version?: number;
  /** undefined: not known here, so every kind is offered. */
  isCompany?: boolean | undefined;
  /** A paper is known already: it stays in the history. */
  isChange?: boolean;
  onClose: () => void;
  onDone?: () => void;
}

type Lines = Readonly<Record<string, string>>;
type Enter = typeof contract.papers.enter;

/** What is wrong, by the lines of the paper; and what is wrong with none of them. */
function faultsOf(failure: Error): { readonly byLine: Lines; readonly other: string | undefined } {
  const byLine = failure instanceof ApiError ? failure.errors : {};
  const other =
    Object.keys(byLine).length === 0 ? readable(failure.message, 'Повторите: набранное на месте') : undefined;
  return { byLine, other };
}

/** Enters the document of a person, or requisites. Whatever the server refuses stays typed, and each line says what is wrong. */
export function PaperDialog({ contractId, version, isCompany, isChange = false, onClose, onDone }: PaperDialogProps) {
  const kinds = KIND_CHOICES.filter(({ isOfCompany }) => isCompany === undefined || isOfCompany === isCompany);
  const [kind, setKind] = useState<PaperKind>(kinds[0]?.value ?? 'passport');
  // Lines of another kind stay, so a wrong press loses nothing.
  const [lines, setLines] = useState<Lines>({});
  const [faults, setFaults] = useState<Lines>({});
  const [refused, setRefused] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const enter = useChange(contract.papers.enter);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setFaults({});
    setRefused(undefined);
    const typed = PAPER_LINES[kind].flatMap(({ name }) => {
      const value = (lines[name] ?? '').trim();
      return value === '' ? [] : [[name, value] as const];
    });
    const body = { contract_id: contractId, kind, version, ...Object.fromEntries(typed) } as Request<Enter>['body'];
    enter.mutate(
      { body },
      {
        onSuccess: () => {
          saySuccess('Внесли', isChange ? 'Прежние данные остались в истории' : 'Абоненту написали об этом');
          onDone?.();
          onClose();
        },
        onError: (failure) => {
          const { byLine, other } = faultsOf(failure);
          setFaults(byLine);
          setRefused(other ?? byLine['body.kind']);
          setTimeout(() => focusFirstWrong(form.current));
        },
      },
    );
  };
  const type = (name: string, value: string): void => {
    setLines((all) => ({ ...all, [name]: value }));
    setFaults(({ [`body.${name}`]: _, ...rest }) => rest);
  };
  return (
    <Dialog open onClose={onClose} title={isCompany === true ? 'Реквизиты' : 'Документ абонента'}>
      <DialogForm ref={form} onSubmit={submit}>
        <Chips label="Что вносим" options={kinds} value={kind} onChange={setKind} />
        <PaperLines {...{ kind, lines, faults }} onType={type} />
        {refused !== undefined && (
          <Callout tone="bad" role="alert" title="Не внесли.">
            {refused}.
          </Callout>
        )}
        <p>
          {isChange && 'Прежние данные останутся в\u00a0истории. '}
          Храним зашифрованными: целиком их видит бухгалтер.
        </p>
        <Button type="submit" wide busy={enter.isPending}>
          Внести
        </Button>
      </DialogForm>
    </Dialog>
  );
}

interface PaperLinesProps {
  kind: PaperKind;
  lines: Lines;
  faults: Lines;
  onType: (name: string, value: string) => void;
}

function PaperLines({ kind, lines, faults, onType }: PaperLinesProps) {
  const today = dayOf(now());
  return PAPER_LINES[kind].map(({ name, label, most, hint, looks }) => {
    const typed = { value: lines[name] ?? '', error: faults[`body.${name}`] };
    return looks === 'day' ? (
      <DateField
        key={name}
        {...{ label, today, ...typed }}
        max={today}
        whyMax="этот день ещё не наступил"
        onChange={(day) => onType(name, day)}
      />
    ) : (
      <Field
        key={name}
        label={label}
        autoComplete="off"
        spellCheck={false}
        {...(looks === 'digits' && { inputMode: 'numeric' as const })}
        {...within(most, { ...typed, ...(hint !== undefined && { hint }) })}
        onChange={({ target }) => onType(name, target.value)}
      />
    );
  });
}
