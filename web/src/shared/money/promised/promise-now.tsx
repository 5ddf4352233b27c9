import { useState } from 'react';
import { days, keepTogether } from '#web/lib/text/format.ts';
import { useRole } from '#web/shared/data/role.ts';
import { useInternetAccount, useTelephone } from '#web/shared/data/frame-data.ts';
import { useTaking, type TakenPromise, type WayOut } from './promised-data.ts';
import { PromisedDialog, type AccountOffer } from './promised-dialog.tsx';
import { PromisedWay } from './promised-payment.tsx';
import { takenText } from './promise-offer.texts.ts';
import { promiseNowText } from './promise-now.texts.ts';
import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from './promised-payment.module.css';

interface PromiseNowProps {
  ways: readonly [WayOut, ...WayOut[]];
  today: string;
  /** Called when the shown data were outdated. */
  onStale: () => void;
}

/** The second way out: one button for all accounts that can have a promised payment until the same day. */
export function PromiseNow({ ways, today, onStale }: PromiseNowProps) {
  const [open, setOpen] = useState(false);
  const role = useRole();
  const [first] = ways;
  const offers = offersOf(ways);
  const { take, isPending } = useTakingAll(offers, today);
  if (role === 'payer') return null;
  if (!first.offer || !first.terms) return <PromisedWay p={first.p} />;
  const close = (): void => setOpen(false);
  return (
    <div className={styles.now} data-promised>
      <Button look="soft" wide onClick={() => setOpen(true)}>
        {`Включить на\u00a0${days(first.terms.days)}`}
      </Button>
      <p>
        {keepTogether(
          promiseNowText(
            offers.map(({ offer }) => offer),
            offers.length === ways.length,
            today,
          ),
        )}
      </p>
      <PromisedDialog
        open={open}
        offers={offers}
        today={today}
        busy={isPending}
        onTake={() => take({ onEnd: close, onStale })}
        onClose={close}
      />
    </div>
  );
}

/** The offer of the first account, and those of others that end with it. */
function offersOf(ways: readonly WayOut[]): AccountOffer[] {
  const offers = ways.flatMap(({ p, offer }) => (offer ? [{ p, offer }] : []));
  return offers.filter(({ offer }) => offer.last_day === offers[0]?.offer.last_day);
}

/** Takes them one after another; the first refusal ends it, and is said. */
function useTakingAll(offers: readonly AccountOffer[], today: string) {
  const taking = { i: useTaking('i'), t: useTaking('t') };
  const balances = { i: useInternetAccount().data?.balance, t: useTelephone().data?.balance };
  function take(then: { onEnd: () => void; onStale: () => void }): void {
    const next = ([now, ...later]: readonly AccountOffer[], taken: readonly TakenPromise[]): void => {
      if (now) {
        taking[now.p].take(balances[now.p], {
          onTaken: (one) => next(later, [...taken, one]),
          onError: (failure) => {
            then.onEnd();
            sayError(failure, 'Обещанный платёж не включился. Повторите через минуту', 'Обещанный платёж не включён');
            then.onStale();
          },
        });
        return;
      }
      then.onEnd();
      const on = taken.flatMap(({ switched_on }) => switched_on);
      saySuccess('Обещанный платёж включён', takenText(on, taken[0]?.active?.last_day ?? today, today));
    };
    next(offers, []);
  }
  return { take, isPending: taking.i.isPending || taking.t.isPending };
}
