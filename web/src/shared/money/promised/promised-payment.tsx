import { useState, type ReactNode } from 'react';
import { now, nowMs } from '#web/lib/clock/clock.ts';
import { dayOf, days, rubles } from '#web/lib/text/format.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import { inAddress, isZero } from '../account-sums.ts';
import type { Account } from '#web/shared/data/frame-data.ts';
import {
  usePromisedPayment,
  useWaysOut,
  type WayOut,
  type ActivePromise,
  type PromiseOffer,
  type PromisedPayment,
} from './promised-data.ts';
import { AskedElsewhere } from './asked-elsewhere.tsx';
import { PromisedDialog } from './promised-dialog.tsx';
import styles from './promised-payment.module.css';
import { activeText } from './active-promise.texts.ts';
import { promiseOfferText, takenText } from './promise-offer.texts.ts';
import { promiseDaysLeftText, promiseUntilText } from './promised.texts.ts';
import { useTakingAll } from './use-taking.ts';
import { isOwed } from '../together.ts';
import { useRole } from '#web/shared/data/role.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';

type Kind = Account['kind'];

export const PROMISED = 'Обещанный платёж';
const FAILED = 'Не удалось загрузить условия обещанного платежа.';
const waiting = <SkeletonRows label="Загружаем обещанный платёж" count={1} tile={false} />;

/** A separate card, on the payment page. */
export function PromisedCard({ p }: { p: Kind }) {
  const answer = usePromisedPayment(p);
  if (useRole() === 'payer') return null;
  if (answer.data?.terms === null && !answer.data.active) return null;
  return (
    <Card title={PROMISED} aside={answer.data && <Mark {...answer.data} />}>
      <Loaded answer={answer} failed={FAILED} skeleton={waiting}>
        {(promised) => <Body p={p} promised={promised} onStale={() => void answer.refetch()} />}
      </Loaded>
    </Card>
  );
}

/** The second way out of a debt, beside the payment; nothing when the provider offers none. */
export function PromisedWay({ p, ready = true }: { p: Kind; ready?: boolean }) {
  const { data, ...rest } = useWaysOut(p, ready);
  if (useRole() === 'payer') return null;
  if (data === null || (data && hasNone(data))) return null;
  return (
    <div className={styles.way} data-promised>
      <div className={styles.head}>
        <h3>{PROMISED}</h3>
        {data && <Mark {...data} />}
      </div>
      <Loaded answer={{ ...rest, data }} failed={FAILED} skeleton={<div className={styles.awaited}>{waiting}</div>}>
        {(promised) => <Body p={p} promised={promised} onStale={() => void rest.refetch()} />}
      </Loaded>
    </div>
  );
}

/** Whoever owes nothing has nothing to promise. */
const hasNone = (way: WayOut): boolean => !isOwed(way) || (way.terms === null && !way.active);

function Mark({ active, available, charged_elsewhere: isElsewhere }: PromisedPayment): ReactNode {
  if (active) {
    return (
      <State tone="info" icon="calendar-clock">
        {promiseDaysLeftText(active.days_left)}
      </State>
    );
  }
  // The words below say whether it waits for the operator.
  return available || isElsewhere ? null : (
    <State tone="off" icon="lock">
      Сейчас нельзя
    </State>
  );
}

interface BodyProps {
  p: Kind;
  promised: PromisedPayment;
  /** Called when the shown data were outdated. */
  onStale: () => void;
}

function Body({ p, promised, onStale }: BodyProps) {
  const { active, offer, available, reason, terms, charged_elsewhere: isElsewhere } = promised;
  if (active) return <InForce p={p} active={active} />;
  if (offer) return <Offered p={p} offer={offer} term={terms?.days ?? 1} said={reason} onStale={onStale} />;
  if (isElsewhere) return <AskedElsewhere ways={[{ p, available, reason }]} onStale={onStale} />;
  return <p className={styles.body}>{reason}.</p>;
}

interface OfferedProps {
  p: Kind;
  offer: PromiseOffer;
  term: number;
  /** What another billing has refused. */
  said: string | null;
  onStale: () => void;
}

export const sayNotTaken = (failure: Error): void =>
  void sayError(failure, 'Обещанный платёж не включился. Повторите через минуту', 'Обещанный платёж не включён');

/** The offer and a button to take it, which opens a confirmation with all consequences. */
function Offered({ p, offer, term, said, onStale }: OfferedProps) {
  const [open, setOpen] = useState(false);
  const { take, isPending } = useTakingAll([p]);
  const today = dayOf(now());
  const onTake = (): void =>
    take({
      onTaken: ([taken]) => {
        setOpen(false);
        if (taken?.active)
          saySuccess('Обещанный платёж включён', takenText(taken.switched_on, taken.active.last_day, today));
      },
      onError: (failure) => {
        setOpen(false);
        sayNotTaken(failure);
        onStale();
      },
    });
  return (
    <div className={styles.body}>
      {said !== null && <p>{said}.</p>}
      <p>
        <Unbroken text={promiseOfferText(offer, today)} />
      </p>
      <Button look="soft" wide icon="calendar-clock" onClick={() => setOpen(true)}>
        {`Взять на\u00a0${days(term)}`}
      </Button>
      <PromisedDialog
        open={open}
        offers={[{ p, offer }]}
        today={today}
        busy={isPending}
        onTake={onTake}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

/** A tick of the ruler is three hours, so eight are a day. */
const TICK_MS = 3 * 3_600_000;
const TICKS_OF_DAY = 8;

/** An active promised payment: how long it lasts, and the payment that closes it. */
function InForce({ p, active }: { p: Kind; active: ActivePromise }) {
  const [from, until] = [Date.parse(active.taken_at), Date.parse(active.ends_at)];
  const ticks = Math.ceil((until - from) / TICK_MS);
  const left = Math.min(ticks, Math.max(0, Math.ceil((until - nowMs()) / TICK_MS)));
  return (
    <div className={styles.body}>
      <div>
        <p className={styles.until}>
          <b>{`До\u00a0${promiseUntilText(active.last_day, dayOf(now()))}`}</b>
        </p>
        <Ruler ticks={ticks} paid={left} week={TICKS_OF_DAY} on="card" low />
      </div>
      <p>{activeText(active)}</p>
      {!isZero(active.to_pay) && (
        <LinkButton to={`/payment/${p}/${inAddress(active.to_pay)}`} look="soft" wide>
          {`Погасить ${rubles(active.to_pay)}`}
        </LinkButton>
      )}
    </div>
  );
}
