import { useId } from 'react';
import { daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { dayText, keepTogether, momentText } from '#web/lib/text/format.ts';
import { coveringPayment, isZero } from '#web/shared/money/account-sums.ts';
import { useTelephone, type Account } from '#web/shared/data/frame-data.ts';
import { balancePanel } from '#web/shared/frame/panel-view.ts';
import { LaterPromiseNow } from '#web/shared/money/promised/later-promised.tsx';
import { useWaysOut } from '#web/shared/money/promised/promised-data.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { NothingOwed, PayAll, PayButton } from '../money/way-out.tsx';
import { DebtFolds } from './debt-folds.tsx';
import { allTogether, restoringTitle, untilText, type Together } from '#web/shared/money/together.ts';
import styles from './trouble-card.module.css';

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

/** Switched off for debt: one sum that restores everything, until when it lasts, the promised payment; the rest is folded. */
export function TroubleCard({ account, services, story = true, ready, today }: TroubleProps) {
  const id = useId();
  const { data, ...rest } = useWaysOut('i', ready);
  const second = useWaysOut('t', ready).data;
  const telephone = useTelephone().data;
  const together = data ? allTogether(data, second) : undefined;
  const owed = services.filter(({ reason }) => reason === 'debt');
  return (
    <section className={styles.trouble} aria-labelledby={id} ref={balancePanel}>
      <p className={styles.cap}>
        <Icon name="circle-alert" />
        <span>{sinceText(owed, today)}</span>
      </p>
      <div className={styles.body}>
        <div className={styles.todo}>
          <h2 id={id}>{restoringTitle(together, telephone?.blocked === true)}</h2>
          <Loaded
            answer={{ ...rest, data: together }}
            failed="Не удалось посчитать, на сколько хватит."
            skeleton={<Skeleton height="17rem" round="md" />}
          >
            {(known) =>
              isZero(known.amount) ? (
                <NothingOwed p="i" />
              ) : (
                <>
                  <Payment together={known} today={today} />
                  <LaterPromiseNow ways={known.ways} today={today} onStale={() => void rest.refetch()} />
                </>
              )
            }
          </Loaded>
          {!together && rest.error !== null && <PayButton p="i" amount={coveringPayment(account.balance)} />}
        </div>
        <DebtFolds
          balances={{ i: account.balance, t: telephone?.balance }}
          together={together}
          services={services}
          story={story}
          ready={ready}
          today={today}
        />
      </div>
    </section>
  );
}

function Payment({ together, today }: { together: Together; today: string }) {
  const [internet] = together.ways;
  return (
    <>
      <div>
        <p aria-live="polite" aria-atomic="true">
          <Money value={together.amount} size="xl" short />
        </p>
        <p className={styles.until}>{keepTogether(untilText(together, today))}</p>
      </div>
      {internet.after.lasts_until !== null && <Bought until={internet.after.lasts_until} today={today} />}
      <PayAll together={together} />
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
