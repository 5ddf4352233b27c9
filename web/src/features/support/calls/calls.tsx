import type { contract, Wire } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, keepTogether, momentText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Card } from '#web/ui/card/card.tsx';
import type { IconName } from '#web/ui/icon/icon.tsx';
import { State, type Tone } from '#web/ui/card/state.tsx';
import { callText, dayWord, untilOf } from './call-time.ts';
import list from '../order-list.module.css';
import { WithdrawCall } from './withdraw-call.tsx';

export type ListedCallBack = Wire<typeof contract.support.getCallBacks>[number];

/** Still to be made. */
export const isAwaited = ({ done_at: doneAt }: Pick<ListedCallBack, 'done_at'>): boolean => doneAt === null;
/** Whether the promised time has passed. */
export const isOverdue = ({ call }: Pick<ListedCallBack, 'call'>): boolean => new Date(call.to) < now();

type Look = readonly [tone: Tone, icon: IconName, word: string];

const ENDED: Record<Exclude<ListedCallBack['state'], 'waiting' | 'taken'>, Look> = {
  called: ['ok', 'circle-check', 'Позвонили'],
  no_answer: ['wait', 'triangle-alert', 'Не дозвонились'],
  refused: ['off', 'x', 'Звонок не нужен'],
  withdrawn: ['off', 'x', 'Вы отменили'],
  ended: ['off', 'circle-check', 'Закончено'],
};

function lookOf(call: ListedCallBack): Look {
  const { state, late_times: lateTimes } = call;
  if (state !== 'waiting' && state !== 'taken') return ENDED[state];
  if (isOverdue(call) || lateTimes > 0) return ['wait', 'clock', 'Задерживаем звонок'];
  return state === 'taken' ? ['info', 'check', 'Взяли в работу'] : ['info', 'clock', 'Ждёт звонка'];
}

function storyOf(call: ListedCallBack): string {
  const { state, note, phone, late_times: lateTimes } = call;
  if (state !== 'waiting' && state !== 'taken') return note ?? (state === 'no_answer' ? MISSED : `На номер ${phone}`);
  if (isOverdue(call)) return `Обещали ${untilOf(call.call)}. Не звоним — позвоните нам сами.`;
  const again = lateTimes > 0 ? 'В прошлый раз не успели. ' : '';
  return `${again}Позвоним ${callText(call.call)} на номер ${phone}`;
}

const MISSED = 'Вы не ответили. Закажите звонок ещё раз, когда удобно.';

/** Calls that the client has asked for, with their state; nothing if there are none. */
export function CallBacks({ title, calls }: { title: string; calls: readonly ListedCallBack[] }) {
  if (calls.length === 0) return null;
  return (
    <Card title={title}>
      <ul className={list.orders}>
        {calls.map((call) => (
          <li key={call.call_back_id}>
            <CallLine call={call} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CallLine({ call }: { call: ListedCallBack }) {
  const { topic, done_at: doneAt, state } = call;
  const [tone, icon, word] = lookOf(call);
  return (
    <div className={list.order}>
      <b>{topic}</b>
      <small>{doneAt === null ? dayWord(call.call.from) : momentText(doneAt, dayOf(now()))}</small>
      <span>{keepTogether(storyOf(call))}</span>
      <State tone={tone} icon={icon} quiet={!isAwaited(call)}>
        {word}
      </State>
      {isAwaited(call) && <WithdrawCall call={call.call} phone={call.phone} by={{ id: call.call_back_id }} />}
      {state === 'no_answer' && <Link to="/support/call-back">Заказать звонок</Link>}
    </div>
  );
}
