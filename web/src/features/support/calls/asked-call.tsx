import { useEffect } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { isGuest } from '#web/api/session.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, phone as phoneText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { useStored } from '#web/lib/page/stored.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import type { Tone } from '#web/ui/card/state.tsx';
import { callText, type CallSpan } from './call-time.ts';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import styles from '../support.module.css';
import { WithdrawCall } from './withdraw-call.tsx';

const KEPT = 'Если не успеем, назовём новое время здесь же, в кабинете.';

export type AskedCallBack = Wire<typeof contract.support.callBack>;
type CallBackReply = Wire<typeof contract.support.askedCall>;

/** How long the key is stored: it is of no use long after the call. */
const KEPT_MS = 3 * 86_400_000;

/** The call that this browser has asked for before, and its key. */
export function useEarlier() {
  const [key, setKey] = useStored<string>('call-back', '', KEPT_MS);
  const { data: call, error } = useCall(contract.support.askedCall, { body: { key } }, { enabled: key !== '' });
  const isGone = error instanceof ApiError && error.code === 'not_found';
  useEffect(() => {
    if (isGone) setKey('');
  }, [isGone, setKey]);
  return {
    key,
    call: key === '' ? undefined : call,
    keep: (got: string | null): void => {
      if (got !== null) setKey(got);
    },
  };
}

interface Waiting {
  phone: string;
  call: CallSpan;
  /** Null if the call was requested in another browser or in the cabinet. */
  key: string | null;
}

/** The call that this browser waits for: requested now, or before. */
export function waitingOf(
  asked: AskedCallBack | undefined,
  { key, call }: ReturnType<typeof useEarlier>,
): Waiting | undefined {
  const isOpen = call?.state === 'waiting' || call?.state === 'taken';
  if (asked) return { ...asked, phone: phoneText(asked.phone) };
  return isOpen ? { phone: call.phone, call: call.call, key } : undefined;
}

interface AcceptedProps {
  waiting: Waiting;
  onWithdrawn: () => void;
  onMore: () => void;
}

export function Accepted({ waiting: { phone, call, key }, onWithdrawn, onMore }: AcceptedProps) {
  return (
    <div className={styles.stack}>
      <Callout
        tone="ok"
        role="status"
        title={`Ждите звонка ${callText(call)}.`}
        action={!isGuest() && <Link to="/support/orders">Все заявки и звонки</Link>}
      >
        <Unbroken text={`На номер ${phone}.`} /> {isGuest() ? 'Не позвоним вовремя — позвоните нам сами.' : KEPT}
      </Callout>
      <ButtonRow>
        {key !== null && <WithdrawCall by={{ key }} onDone={onWithdrawn} {...{ call, phone }} />}
        <Button look="plain" size="sm" onClick={onMore}>
          Заказать звонок на&nbsp;другой номер
        </Button>
      </ButtonRow>
    </div>
  );
}

const ENDED: Partial<Record<CallBackReply['state'], readonly [tone: Tone, title: string]>> = {
  called: ['ok', 'Мы вам позвонили.'],
  no_answer: ['wait', 'Мы звонили, но не дозвонились.'],
  withdrawn: ['info', 'Прошлый звонок вы отменили.'],
};

/** How the call that this browser had requested ended. */
export function Ended({ call: { state, done_at: doneAt, topic } }: { call: CallBackReply }) {
  const [tone, title] = ENDED[state] ?? [];
  if (tone === undefined || doneAt === null) return null;
  return (
    <Callout tone={tone} title={title}>
      {topic}, {momentText(doneAt, dayOf(now()))}.
    </Callout>
  );
}
