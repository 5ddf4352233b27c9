import { useState, type ComponentProps } from 'react';
import { days, keepTogether } from '#web/lib/text/format.ts';
import { useRole } from '#web/shared/data/role.ts';
import { AskedElsewhere } from './asked-elsewhere.tsx';
import type { WayOut } from './promised-data.ts';
import { PromisedDialog, type AccountOffer } from './promised-dialog.tsx';
import { PROMISED, PromisedWay, sayNotTaken } from './promised-payment.tsx';
import { takenText } from './promise-offer.texts.ts';
import { promiseNowText } from './promise-now.texts.ts';
import { Button } from '#web/ui/button/button.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { sayPartly } from './say-partly.ts';
import { useTakingAll } from './use-taking.ts';
import styles from './promised-payment.module.css';

interface PromiseNowProps {
  ways: readonly [WayOut, ...WayOut[]];
  today: string;
  /** Called when the shown data were outdated. */
  onStale: () => void;
}

const PARTLY = {
  title: 'Обещанный платёж включён не\u00a0по\u00a0всем счетам',
  done: 'включён',
  refused: 'не\u00a0включён',
};

/** The second way out: one button for all accounts that can have a promised payment until the same day. */
export function PromiseNow({ ways, today, onStale }: PromiseNowProps) {
  const [open, setOpen] = useState(false);
  const role = useRole();
  const [first] = ways;
  const offers = offersOf(ways);
  const { take, isPending } = useTakingAll(offers.map(({ p }) => p));
  if (role === 'payer') return null;
  if (ways.length > 1 && first.charged_elsewhere) return <AskedTogether ways={ways} onStale={onStale} />;
  if (!first.offer || !first.terms) return <PromisedWay p={first.p} />;
  const close = (): void => setOpen(false);
  const onTake = (): void =>
    take({
      onTaken: (taken) => {
        close();
        const on = taken.flatMap(({ switched_on }) => switched_on);
        saySuccess('Обещанный платёж включён', takenText(on, taken[0]?.active?.last_day ?? today, today));
      },
      onError: (failure, partly) => {
        close();
        if (partly) sayPartly(failure, partly, PARTLY);
        else sayNotTaken(failure);
        onStale();
      },
    });
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
      <PromisedDialog open={open} offers={offers} today={today} busy={isPending} onTake={onTake} onClose={close} />
    </div>
  );
}

/** The offer of the first account, and those of others that end with it. */
function offersOf(ways: readonly WayOut[]): AccountOffer[] {
  const offers = ways.flatMap(({ p, offer }) => (offer ? [{ p, offer }] : []));
  return offers.filter(({ offer }) => offer.last_day === offers[0]?.offer.last_day);
}

/** Another billing charges both accounts: one request for both. */
const AskedTogether = (asked: ComponentProps<typeof AskedElsewhere>) => (
  <div className={styles.way} data-promised>
    <h3>{PROMISED}</h3>
    <AskedElsewhere {...asked} />
  </div>
);
