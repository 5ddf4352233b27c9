import { useDeferredValue, useState, type ReactNode } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded, type LoadedQuery } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { TextArea } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import type { Call, Request, Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';
import { AskSecond } from '../look/ask-second.tsx';
import { useRehearsal } from './use-rehearsal.ts';

const MOST_SIGNS = 500;

interface MoneyChangeProps<C extends Call> {
  call: C;
  /** The words of its command, for the second person. */
  words: string;
  title: string;
  verb: string;
  back: string;
  /** What is asked for, without the reason; undefined: something is missing yet. */
  body: Readonly<Record<string, string>> | undefined;
  /** Whoever needs no reason, says what for elsewhere. */
  reasonHint?: string;
  done: string;
  /** What its rehearsal says. */
  told: (answer: Wire<C>) => (readonly [string, string])[];
  onClose: () => void;
  children?: ReactNode;
}

/** A change of money: what it does, from its rehearsal, a reason, and a second person where one is not enough. */
export function MoneyChangeDialog<C extends Call>(props: MoneyChangeProps<C>) {
  const { call, words, title, verb, back, reasonHint, done, onClose, children } = props;
  const mayMake = useMay(words);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<Error>();
  const change = useChange(call);
  const rehearsal = useMoneyRehearsal(props, change.isPending || !mayMake);
  const wanted = wantedOf(props, reason.trim());
  const press = (): void => {
    if (!wanted) return;
    const afterwards = {
      onSuccess: () => {
        saySuccess(done);
        onClose();
      },
      onError: setFailure,
    };
    change.mutate({ body: wanted } as unknown as Request<C>, afterwards);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={keepTogether(title)}
      actions={
        <>
          {mayMake && (
            <Button busy={change.isPending} aria-disabled={!wanted || undefined} onClick={press}>
              {verb}
            </Button>
          )}
          <Button look="plain" onClick={onClose}>
            {back}
          </Button>
        </>
      }
    >
      {children}
      {reasonHint !== undefined && <Why value={reason} hint={reasonHint} onChange={setReason} />}
      {mayMake ? (
        <Outcome {...props} rehearsal={rehearsal} failure={failure} />
      ) : (
        <Callout title="Вы можете попросить.">Сделает тот, кто вправе, когда согласится.</Callout>
      )}
      <Second
        isOnlyAsked={!mayMake}
        failure={failure ?? rehearsal.error}
        words={words}
        wanted={wanted}
        title={title}
        onAsked={onClose}
      />
    </Dialog>
  );
}

type Asked = Pick<MoneyChangeProps<Call>, 'body' | 'reasonHint'>;

interface SecondProps {
  isOnlyAsked: boolean;
  failure: Error | null;
  words: string;
  wanted: Record<string, string> | undefined;
  title: string;
  onAsked: () => void;
}

/** Somebody else is asked for exactly what is wanted. */
function Second({ isOnlyAsked, failure, words, wanted, title, onAsked }: SecondProps) {
  if (!wanted) return null;
  return (
    <AskSecond
      isOnlyAsked={isOnlyAsked}
      failure={failure ?? undefined}
      call={words}
      input={wanted}
      reason={wanted['reason'] ?? wanted['text'] ?? title}
      onAsked={onAsked}
    />
  );
}

interface WhyProps {
  value: string;
  hint: string;
  onChange: (text: string) => void;
}

const Why = ({ value, hint, onChange }: WhyProps) => (
  <TextArea
    label="Почему"
    rows={2}
    {...within(MOST_SIGNS, { value, hint })}
    onChange={({ target }) => onChange(target.value)}
  />
);

/** What is sent; undefined: something is missing yet. */
function wantedOf({ body, reasonHint }: Asked, reason: string): Record<string, string> | undefined {
  if (reasonHint === undefined || body === undefined) return body;
  return reason === '' ? undefined : { ...body, reason };
}

/** The sums do not depend on the words of the reason, so that typing asks for nothing again. */
function useMoneyRehearsal<C extends Call>({ call, body, reasonHint }: MoneyChangeProps<C>, isPaused: boolean) {
  const rehearsed = useDeferredValue(body);
  return useRehearsal(
    call,
    { ...rehearsed, ...(reasonHint !== undefined && { reason: 'Прогон' }) },
    {
      paused: isPaused || rehearsed === undefined,
    },
  );
}

interface OutcomeProps<C extends Call> extends Pick<MoneyChangeProps<C>, 'told' | 'body'> {
  rehearsal: LoadedQuery<Wire<C>>;
  failure: Error | undefined;
}

function Outcome<C extends Call>({ told, body, rehearsal, failure }: OutcomeProps<C>) {
  if (!body) return null;
  const refusal = refusalOf(failure ?? null) ?? refusalOf(rehearsal.error);
  if (refusal) {
    const isForTwo = refusal.code === 'second_person_needed';
    return (
      <Callout tone="wait" role="alert" title={isForTwo ? 'Нужен второй человек.' : 'Сейчас нельзя.'}>
        {readable(refusal.message, 'Повторите')}.
      </Callout>
    );
  }
  return (
    <div aria-live="polite">
      <Loaded
        alone
        answer={rehearsal}
        failed="Не удалось посчитать."
        skeleton={<SkeletonRows label="Считаем" count={2} tile={false} />}
      >
        {(answer) => <KeyValues list={told(answer)} />}
      </Loaded>
    </div>
  );
}
