import { useId } from 'react';
import { Link } from '#lib/router.tsx';
import { daysBetween, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import { dayText, momentText, rubles, tied } from '#lib/format.ts';
import { coveringPayment, inAddress, isDebt, isZero, sumOf } from '#parts/account-sums.ts';
import { useClient, type Account } from '#parts/frame-data.ts';
import { balancePanel } from '#parts/panel-view.ts';
import { PromisedWay } from '#parts/promised-payment.tsx';
import { Loaded } from '#parts/service-loaded.tsx';
import { kindWord, type Listed } from '#parts/service-words.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Money } from '#ui/money.tsx';
import { Ruler } from '#ui/ruler.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DebtStory } from './debt-lines.tsx';
import { joined } from './headline.ts';
import { useExpectedPrice, type ExpectedPrice } from './home-data.ts';
import styles from './trouble-card.module.css';

interface TroubleProps {
  account: Account;
  services: readonly Listed[];
  ready: boolean;
  today: string;
}

const offForDebt = (services: readonly Listed[], kind: Account['kind']): Listed[] =>
  services.filter(({ reason, user, number }) => reason === 'debt' && (kind === 't' ? number : user?.account === 'i'));

/** When the first of them went off. */
function sinceText(off: readonly Listed[], today: string): string {
  const [first] = off.flatMap(({ user }) => (user ? [user.state_since] : [])).sort();
  return first === undefined ? 'Услуги отключены за\u00a0долг' : `Не\u00a0работает с\u00a0${momentText(first, today)}`;
}

/** Switched off for debt: what happened, the way out and what it brings, how the debt came about. */
export function TroubleCard({ account, services, ready, today }: TroubleProps) {
  const id = useId();
  const price = useExpectedPrice(ready);
  const off = offForDebt(services, account.kind);
  const owes = isDebt(account.balance);
  return (
    <section className={styles.trouble} aria-labelledby={id} ref={balancePanel}>
      <p className={styles.cap}>
        <Icon name="circle-alert" />
        <span>{sinceText(off, today)}</span>
      </p>
      <div className={styles.body}>
        <div className={styles.owe}>
          <h2 id={id}>{owes ? 'Ваш долг по\u00a0счёту «Интернет»' : 'На\u00a0счёте «Интернет»'}</h2>
          <p aria-live="polite" aria-atomic="true">
            <Money value={account.balance} size="xl" />
          </p>
        </div>
        <div className={styles.todo}>
          <Loaded
            answer={price}
            failed="Не посчитали, на сколько хватит."
            skeleton={<Skeleton height="11rem" round="md" />}
          >
            {(expected) => <WayOut account={account} price={expected} off={off} today={today} />}
          </Loaded>
          {price.data === undefined && price.error !== null && <PayButton amount={coveringPayment(account.balance)} />}
          <PromisedWay p={account.kind} ready={ready} />
        </div>
        <div className={styles.how}>
          <DebtStory balance={account.balance} ready={ready} today={today} />
          <div className={styles.paid}>
            <p>
              <b>Уже заплатили?</b> По&nbsp;СБП деньги приходят за&nbsp;минуту, переводом из&nbsp;банка —
              до&nbsp;3&nbsp;рабочих дней. <Link to="/payments-history/i">Найти платёж</Link>
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}

function names(off: readonly Listed[]): string {
  const kinds = [...new Set(off.map(({ kind }) => kindWord[kind]))];
  return kinds.length > 0 ? joined(kinds) : 'Услуги';
}

/** What the payment does, in one or two sentences with a number in each. */
function promise(off: readonly Listed[], rest: string, until: string | undefined, today: string): string {
  const comes = off.length === 1 ? 'включится' : 'включатся';
  const lasts = until ? `, хватит до\u00a0${dayText(until, today)}` : '';
  return `${names(off)} ${comes} сразу${lasts}. На\u00a0счёте ${isZero(rest) ? 'не\u00a0останется ничего' : `останется ${rubles(rest)}`}.`;
}

interface WayOutProps {
  account: Account;
  price: ExpectedPrice;
  off: readonly Listed[];
  today: string;
}

function WayOut({ account, price, off, today }: WayOutProps) {
  const { data: client } = useClient();
  const until = lastsUntil(price, off, client?.billing_day, today);
  return (
    <>
      <div>
        <h3>{`Заплатить ${rubles(price.amount)}`}</h3>
        <p>{tied(promise(off, sumOf([account.balance, price.amount]), until, today))}</p>
      </div>
      {until && <Bought until={until} today={today} />}
      <PayButton amount={price.amount} />
    </>
  );
}

const PayButton = ({ amount }: { amount: string }) => (
  <LinkButton to={`/payment/i/${inAddress(amount)}`} wide>
    {`Заплатить ${rubles(amount)}`}
  </LinkButton>
);

/**
 * Until when the sum lasts: what the provider worked out, or, where plans are paid by the month and the sum only covers the
 * debt, the next billing day.
 */
function lastsUntil(
  price: ExpectedPrice,
  off: readonly Listed[],
  billingDay: number | undefined,
  today: string,
): string | undefined {
  const known = price.suggestions.find(({ amount }) => amount === price.amount)?.lasts_until;
  if (known) return known;
  const isMonthly = off.every(({ user }) => user?.plan?.unit === 'month');
  return isMonthly && billingDay !== undefined ? nextBillingDay(today as Day, billingDay) : undefined;
}

/** A month and a half at most: the ruler says what the payment buys. */
const MOST_DAYS = 49;

function Bought({ until, today }: { until: string; today: string }) {
  const paid = Math.min(daysBetween(today as Day, until as Day), MOST_DAYS);
  if (paid < 1) return null;
  return (
    <Ruler
      on="card"
      ticks={paid + 4}
      paid={paid}
      marks={[
        { at: 0, label: 'Сегодня', note: 'включим', plain: true },
        { at: paid, label: dayText(until, today), note: 'новое списание' },
      ]}
    />
  );
}
