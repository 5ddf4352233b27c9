import { useId, useRef, type ReactNode, type RefObject, type SubmitEvent } from 'react';
import type { Wire, contract } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, days, dayText, keepTogether, rubles, unbroken } from '#web/lib/text/format.ts';
import { promiseUntilText } from '#web/shared/money/promised/promised.texts.ts';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { MoneyField } from '#web/ui/field/field.tsx';
import { useTypedBefore } from '#web/ui/field/typed-before.ts';
import { Money } from '#web/ui/text/money.tsx';
import { Fold, KeyValues } from '#web/ui/text/rows.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { fits, hintOf, typedText, wireOf } from './amount.ts';
import { OnByOperator } from '../form-parts.tsx';
import styles from '../payment.module.css';
import type { AccountKind } from '../ways/use-sbp.ts';
import { ReachPlace, ReachSlider } from './reach-slider.tsx';

type Price = Wire<typeof contract.payment.expectedPrice>;
type Reach = Wire<typeof contract.payment.options>['reach'];
type After = Wire<typeof contract.payment.options>['after'];

interface AmountCardProps {
  p: AccountKind;
  form: RefObject<HTMLFormElement | null>;
  price: Price;
  balance: string | undefined;
  text: string;
  problem: string | undefined;
  /** The result of the payment; undefined while it loads for the typed sum, null when that failed. */
  after: After | undefined;
  fee: string | undefined;
  /** The days until which a payment can make the money last; undefined while they load. */
  reach: Reach | undefined;
  onText: (text: string) => void;
  onLeave: () => void;
  onPay: () => void;
}

/** The sum: the recommended one, suggestions, or the client's own; and its result. */
export function AmountCard({ p, form, price, text, problem, reach, onText, onLeave, onPay, ...rest }: AmountCardProps) {
  const amount = fits(text, price) ? wireOf(text) : undefined;
  const input = useRef<HTMLInputElement>(null);
  useTypedBefore(input, text, onText);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onPay();
  };
  return (
    <Card>
      <form ref={form} noValidate onSubmit={submit} className={styles.amount}>
        <MoneyField
          ref={input}
          big
          label={<span className={styles.label}>Сумма</span>}
          hint={hintOf(price)}
          error={problem}
          value={text}
          onChange={onText}
          onBlur={onLeave}
        />
        <Chips
          tall
          label="Готовые суммы"
          options={readySums(price, reach ?? [])}
          value={amount}
          onChange={(wire) => onText(typedText(wire))}
        />
        {reach ? (
          <ReachSlider
            stops={reach}
            today={dayOf(now())}
            amount={amount}
            onPull={({ amount: wire }) => onText(typedText(wire))}
          />
        ) : (
          <ReachPlace />
        )}
      </form>
      <div className={styles.after} aria-live="polite">
        <KeyValues list={consequences({ amount, ...rest })} />
        <OnByOperator p={p} />
      </div>
      <Parts price={price} />
    </Card>
  );
}

const lasting = (months: number): string =>
  months === 1 ? 'на месяц' : `на ${months} ${months < 5 ? 'месяца' : 'месяцев'}`;

interface ReadySum {
  value: string;
  text: string;
  note: string;
}

/** «до 1 февраля»: the day is within half a year, so it needs no year; on a small phone the month goes to the next line. */
const lastingTo = (day: string): string => `до\u00a0${dayText(day, day).replace('\u00a0', ' ')}`;

/** The recommended sum first, unless it is one of the suggestions; each says until when it lasts. Without sums outside the limits. */
function readySums(price: Price, reach: Reach): ReadySum[] {
  const suggestions = price.suggestions.map(({ amount, months, lasts_until: until }) => ({
    value: amount,
    note: until === null ? lasting(months) : lastingTo(until),
  }));
  const isSuggested = suggestions.some(({ value }) => value === price.amount);
  const now = reach.find(({ amount }) => amount === price.amount);
  const without = price.amount === price.smallest ? 'наименьший платёж' : 'нужно сейчас';
  const needed = { value: price.amount, note: now ? lastingTo(now.day) : without };
  return [...(isSuggested ? [] : [needed]), ...suggestions]
    .filter(({ value }) => fits(typedText(value), price))
    .map((sum) => ({ ...sum, text: rubles(sum.value) }));
}

type Consequence = readonly [string, ReactNode] | false;
interface Facts extends Pick<AmountCardProps, 'balance' | 'after' | 'fee'> {
  amount: string | undefined;
}

const Sum = ({ value }: { value: string | undefined }) =>
  value === undefined ? <Skeleton width="5rem" /> : <Money value={value} />;

/** After a payment that ends a debt, charges follow at once: only the server can calculate the balance. */
function consequences({ amount, balance, after, fee }: Facts): Consequence[] {
  const then = after?.balance;
  return [
    ['Сейчас на счёте', <Sum key="now" value={balance} />],
    after !== null && ['После оплаты', amount === undefined ? NOTHING_YET : <Sum key="then" value={then} />],
    ...broughtBy(amount, after),
    fee !== undefined && ['Комиссия', fee === '0.00' ? 'Нет' : <Money key="fee" value={fee} />],
  ];
}

/** Until when the money lasts, and the restored services; empty for an account without charges. */
function broughtBy(amount: string | undefined, after: After | undefined): Consequence[] {
  if (amount === undefined || after === null) return [];
  if (after === undefined) return [['Хватит', <Skeleton key="lasts" width="9rem" />]];
  const { lasts_until: until, switches_on: switchesOn } = after;
  return [
    until !== null && ['Хватит', lastsText(until, after)],
    switchesOn.length > 0 && ['Заработают', <Unbroken key="on" text={unbroken(switchesOn)} />],
  ];
}

/** Shown instead of the result while there is no sum. */
const NOTHING_YET = '—';

export function lastsText(until: string, { days_left: left, promise_last_day: promised }: NonNullable<After>): string {
  if (promised !== undefined) return `до\u00a0${promiseUntilText(promised, dayOf(now()))}`;
  const text = `до\u00a0${dayText(until, dayOf(now()))}`;
  return left === null ? text : `${text}, ${days(left)}`;
}

/** Why this sum is recommended; `name`: of which account, if there are two. */
export function Parts({ price: { amount, parts }, name }: { price: Price; name?: string }) {
  const id = useId();
  if (parts.length === 0) return null;
  return (
    <div className={styles.parts}>
      <Fold
        title={
          <span id={id}>
            Из чего складывается {rubles(amount)}
            {name !== undefined && `, ${name}`}
          </span>
        }
      >
        <KeyValues
          list={parts.map((part, index) => [
            // An invisible suffix distinguishes two lines with the same name.
            keepTogether(part.text) + '\u200b'.repeat(index),
            <Money key={index} value={part.amount} />,
          ])}
        />
      </Fold>
    </div>
  );
}
