import { dayOf, dayText, momentText, timeText } from '#web/lib/text/format.ts';
import { comingText, isOpenOrder, type Order } from '#web/shared/service/text/order.texts.ts';
import { untilOf } from '../calls/call-time.ts';
import { isAwaited, isOverdue, type ListedCallBack } from '../calls/calls.tsx';

interface OrdersHeading {
  title: string;
  lead?: string;
}

/** The heading of the list, by the most urgent order: first what the client must do, then what he waits for. */
export function answerOf(orders: readonly Order[], calls: readonly ListedCallBack[], now: Date): OrdersHeading {
  const open = orders.filter(isOpenOrder);
  const asked = open.find(({ state }) => state === 'waiting_client');
  if (asked) return { title: 'Ждём вашего ответа', lead: `Заявка «${asked.goal}»: без него не продолжим.` };
  return comingOf(open, now) ?? promisedOf(open, now) ?? callOf(calls) ?? restOf(orders, open);
}

function callOf(calls: readonly ListedCallBack[]): OrdersHeading | undefined {
  const soonest = calls
    .filter(isAwaited)
    .toSorted((one, other) => Date.parse(one.call.to) - Date.parse(other.call.to))[0];
  if (!soonest) return undefined;
  const lead = `О чём: ${soonest.topic}.`;
  return isOverdue(soonest)
    ? { title: 'Не успели вам позвонить', lead }
    : { title: `Позвоним ${untilOf(soonest.call)}`, lead };
}

function comingOf(open: readonly Order[], now: Date): OrdersHeading | undefined {
  const soonest = open
    .flatMap(({ visit, arrives_at, goal }) => (visit ? [{ ...visit, arrives_at, goal }] : []))
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))[0];
  if (!soonest) return undefined;
  const { from, to, goal } = soonest;
  const day = dayText(dayOf(from), dayOf(now));
  return {
    title: comingText(soonest) ?? `Мастер придёт ${day}`,
    lead: `С\u00a0${timeText(from)} до\u00a0${timeText(to)}. Заявка «${goal}».`,
  };
}

/** «14:20», with the day if it is another one. */
export const answerByText = (moment: string, now: Date): string => {
  const today = dayOf(now);
  return dayOf(moment) === today ? timeText(moment) : momentText(moment, today);
};

function promisedOf(open: readonly Order[], now: Date): OrdersHeading | undefined {
  const promised = open.find(({ answer_by: by }) => by !== null);
  if (!promised?.answer_by) return undefined;
  const { answer_by: by, goal } = promised;
  const lead = `Заявка «${goal}».`;
  if (new Date(by) < now) {
    const late = `Обещали ответить до ${answerByText(by, now)} и\u00a0не\u00a0успели`;
    return { title: late, lead: `Заявка «${goal}» у\u00a0старшего смены. Можно не\u00a0ждать и\u00a0позвонить.` };
  }
  return { title: `Ответим до ${answerByText(by, now)}`, lead };
}

function restOf(orders: readonly Order[], open: readonly Order[]): OrdersHeading {
  if (open[0]) return { title: 'Работаем над заявкой', lead: `«${open[0].goal}».` };
  const unrated = orders.find(({ state, rating }) => state === 'done' && rating === null);
  if (unrated) return { title: 'Как мы справились?', lead: `Заявка «${unrated.goal}» ждёт оценки.` };
  if (orders.length === 0) return { title: 'Заявок нет' };
  const isAnyDone = orders.some(({ state }) => state === 'done');
  return isAnyDone ? { title: 'Всё сделали', lead: 'Открытых заявок нет.' } : { title: 'Открытых заявок нет' };
}
