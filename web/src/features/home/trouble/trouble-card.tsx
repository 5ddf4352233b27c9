import { useId } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { dayText, momentText, rubles } from '#web/lib/text/format.ts';
import { coveringPayment, isDebt } from '#web/shared/money/account-sums.ts';
import type { Account } from '#web/shared/data/frame-data.ts';
import { balancePanel } from '#web/shared/frame/panel-view.ts';
import { useWaysOut, type WayOut } from '#web/shared/money/promised-data.ts';
import { PromisedWay } from '#web/shared/money/promised-payment.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { DebtLines } from '../money/debt-lines.tsx';
import styles from './trouble-card.module.css';
import { broughtText, offForDebt, PayBoth, PayButton } from '../money/way-out.tsx';

interface TroubleProps {
  account: Account;
  /** Whether it tells how the debt arose: of many services the latest charges are but a few of a day. */
  story?: boolean;
  services: readonly ListedService[];
  ready: boolean;
  today: string;
}

/** When the first of them was switched off. */
function sinceText(off: readonly ListedService[], today: string): string {
  const [first] = off.flatMap(({ user }) => (user ? [user.state_since] : [])).sort();
  return first === undefined ? 'Услуги отключены за\u00a0долг' : `Не\u00a0работает с\u00a0${momentText(first, today)}`;
}

/** Switched off for debt: what happened, the way out and its result, how the debt arose. */
export function TroubleCard({ account, services, story = true, ready, today }: TroubleProps) {
  const id = useId();
  const way = useWaysOut('i', ready);
  const telephone = useWaysOut('t', ready).data;
  const off = offForDebt(services, 'i');
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
            answer={way}
            failed="Не удалось посчитать, на сколько хватит."
            skeleton={<Skeleton height="11rem" round="md" />}
          >
            {(known) => known && <Payment way={known} telephone={telephone} off={off} today={today} />}
          </Loaded>
          {!way.data && way.error !== null && <PayButton p="i" amount={coveringPayment(account.balance)} />}
          <PromisedWay p="i" ready={ready} />
        </div>
        <div className={styles.how}>
          {story && <DebtLines balance={account.balance} ready={ready} today={today} />}
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

interface PaymentProps {
  way: WayOut;
  /** The way out of the telephone, if it is off for debt, too. */
  telephone: WayOut | null | undefined;
  off: readonly ListedService[];
  today: string;
}

function Payment({ way, telephone, off, today }: PaymentProps) {
  const { to_pay: amount, after } = way;
  const isBoth = !!telephone && [way, telephone].every((one) => one.after.switches_on.length > 0);
  return (
    <>
      <div>
        <h3>{`Заплатить ${rubles(amount)}`}</h3>
        <p>{broughtText(off, after, today)}</p>
      </div>
      {after.lasts_until !== null && <Bought until={after.lasts_until} today={today} />}
      {isBoth && <PayBoth internet={amount} telephone={telephone.to_pay} />}
      <PayButton p="i" amount={amount} quiet={isBoth} />
    </>
  );
}

/** A month and a half at most: the ruler shows the days that the payment covers. */
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
