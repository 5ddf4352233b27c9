import { dayText, magnitude, rubles, tied } from '#lib/format.ts';
import type { contract, Wire } from '#api/contract.ts';
import { LinkButton } from '#ui/button.tsx';
import { Money } from '#ui/money.tsx';
import { KeyValues } from '#ui/rows.tsx';
import { coveringPayment, fromKopecks, inAddress, isZero, mergedParts, toKopecks } from './account-sums.ts';

/** What a paid action does, as the server has rehearsed it. */
export type Told = Wire<typeof contract.plan.preview>;

type Pair = readonly [key: string, value: React.ReactNode];

const isBack = (amount: string): boolean => amount.startsWith('-');

const lineOf = (text: string, amount: string): Pair =>
  isBack(amount)
    ? [text, <Money key={text} value={magnitude(amount)} signed />]
    : [`Спишем: ${text}`, <Money key={text} value={amount} />];

function totalOf({ charge_now: sum, parts }: Told): Pair | false {
  if (parts.length === 0) return ['Сейчас спишем', 'ничего'];
  if (parts.length === 1) return false;
  return isBack(sum)
    ? ['Всего вернём', <Money key="total" value={magnitude(sum)} signed />]
    : ['Всего спишем', <Money key="total" value={sum} />];
}

/** Every consequence to the kopeck: what is taken and given back now, what is left, what comes next, what works and what not. */
export function MoneyPreview({ told, today }: { told: Told; today: string }) {
  const { parts, balance_after, charge_next: next, switches_on: on, switches_off: off, from } = told;
  const day = from > today ? ` ${dayText(from, today)}` : '';
  return (
    <KeyValues
      list={[
        ...mergedParts(parts).map(({ text, amount }) => lineOf(tied(text), amount)),
        totalOf(told),
        ['Останется на счёте', <Money key="after" value={balance_after} />],
        next !== null && [`Спишем ${dayText(next.day, today)}`, <Money key="next" value={next.amount} />],
        on.length > 0 && [`Включим${day}`, on.join(', ')],
        off.length > 0 && [`Отключим${day}`, off.join(', ')],
      ]}
    />
  );
}

/** «спишем 51,33 ₽», «вернём 36,67 ₽», «ничего не спишем»: what happens at once, in a few words. */
export function nowText({ charge_now: sum }: Pick<Told, 'charge_now'>): string {
  if (isZero(sum)) return 'ничего не\u00a0спишем';
  return isBack(sum) ? `вернём ${rubles(magnitude(sum))}` : `спишем ${rubles(sum)}`;
}

/** «Списали 51,33 ₽», «Вернули 36,67 ₽», «Ничего не списали»: the same when it has happened. */
export function doneText({ charge_now: sum }: Pick<Told, 'charge_now'>): string {
  if (isZero(sum)) return 'Ничего не\u00a0списали';
  return isBack(sum) ? `Вернули ${rubles(magnitude(sum))}` : `Списали ${rubles(sum)}`;
}

/** Below this no bank takes money. */
const LEAST = 10_00;

/** What to pay for the missing sum: whole roubles. */
const toPay = (missing: string): string =>
  fromKopecks(Math.max(LEAST, toKopecks(coveringPayment(isZero(missing) ? missing : `-${missing}`))));

/** The way to the very sum that is missing. */
export function PayMissing({ missing }: { missing: string }) {
  const sum = toPay(missing);
  return <LinkButton to={`/payment/i/${inAddress(sum)}`}>{`Пополнить на ${rubles(sum)}`}</LinkButton>;
}
