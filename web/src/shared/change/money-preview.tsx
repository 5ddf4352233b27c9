import { dayText, magnitude, rubles, keepTogether } from '#web/lib/text/format.ts';
import type { contract, Wire } from '#web/api/contract.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { inAddress, isZero, mergedParts, payFor } from '#web/shared/money/account-sums.ts';
import { undoUntilText } from '#web/shared/money/price.texts.ts';

/** The result of a change by the server's preview; for a plan with its speed. */
export type ChangeSummary = Wire<typeof contract.plan.optionPreview> &
  Partial<Pick<Wire<typeof contract.plan.preview>, 'speed_mbit'>>;

type Pair = readonly [key: string, value: React.ReactNode];

const isBack = (amount: string): boolean => amount.startsWith('-');

/** The parts of the sum, if there are several. */
function linesOf({ parts }: ChangeSummary): Pair[] {
  const merged = mergedParts(parts);
  if (merged.length < 2) return [];
  return merged.map(({ text, amount }) => [
    keepTogether(text),
    <Money key={text} value={isBack(amount) ? magnitude(amount) : amount} signed={isBack(amount)} />,
  ]);
}

type Rate = ChangeSummary['price']['was'];

const isMonthly = (rate: Rate, sum: string): boolean =>
  rate === null ? isZero(sum) : rate.unit === 'month' && rate.amount === sum;

/** The monthly price of the whole service, if it differs from that of the changed item. */
function monthOf({ monthly: { was, will }, price }: ChangeSummary): Pair | false {
  const isTold = isMonthly(price.was, was) && isMonthly(price.will, will);
  if (isTold || was === will) return false;
  return ['Вся услуга за\u00a0месяц', `${rubles(was)}\u00a0→ ${rubles(will)}`];
}

/** The sum above is what is to be paid, so that of today stands here. */
const leadsWithPayment = ({ missing, charge_now: now }: ChangeSummary): boolean => !isZero(missing) && !isZero(now);

const todayOf = ({ charge_now: now }: ChangeSummary): Pair =>
  isBack(now)
    ? ['Сегодня вернём', <Money key="now" value={magnitude(now)} signed />]
    : ['Сегодня спишем', <Money key="now" value={now} />];

/** All consequences to the kopeck, below the sum: its parts, the balance, the next charge, and how to undo. */
export function MoneyPreview({ told, today }: { told: ChangeSummary; today: string }) {
  const { balance_after, charge_next: next, switches_on: on, from, undo_until, changeable_from } = told;
  const day = from > today ? ` ${dayText(from, today)}` : '';
  return (
    <KeyValues
      list={[
        ...linesOf(told),
        leadsWithPayment(told) && todayOf(told),
        ['Останется на счёте', <Money key="after" value={balance_after} />],
        next !== null && [
          keepTogether(`Спишем за услугу ${dayText(next.day, today)}`),
          <Money key="next" value={next.amount} />,
        ],
        monthOf(told),
        on.length > 0 && [`Включим${day}`, on.join(', ')],
        undo_until !== null && ['Отменить без потерь', undoUntilText(undo_until, today)],
        changeable_from !== null && ['Снова сменить тариф', keepTogether(`с ${dayText(changeable_from, today)}`)],
      ]}
    />
  );
}

/** «спишем 51,33 ₽», «вернём 36,67 ₽», «ничего не спишем»: the immediate charge in a few words. */
export function nowText({ charge_now: sum }: Pick<ChangeSummary, 'charge_now'>): string {
  if (isZero(sum)) return 'ничего не\u00a0спишем';
  return isBack(sum) ? `вернём ${rubles(magnitude(sum))}` : `спишем ${rubles(sum)}`;
}

/** «Списали 51,33 ₽», «Вернули 36,67 ₽», «Ничего не списали»: the same after the change. */
export function doneText({ charge_now: sum }: Pick<ChangeSummary, 'charge_now'>): string {
  if (isZero(sum)) return 'Ничего не\u00a0списали';
  return isBack(sum) ? `Вернули ${rubles(magnitude(sum))}` : `Списали ${rubles(sum)}`;
}

/** A link to pay exactly the missing sum. */
export function PayMissing({ missing }: { missing: string }) {
  const sum = payFor(missing);
  return <LinkButton to={`/payment/i/${inAddress(sum)}`}>{`Пополнить на ${rubles(sum)}`}</LinkButton>;
}
