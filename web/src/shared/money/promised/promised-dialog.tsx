import { Fragment } from 'react';
import type { Account } from '#web/shared/data/frame-data.ts';
import { dayText, rubles, unbroken } from '#web/lib/text/format.ts';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { isZero, sumOf } from '../account-sums.ts';
import type { PromiseOffer } from './promised-data.ts';
import styles from './promised-payment.module.css';
import { promiseUntilText } from './promised.texts.ts';

export interface AccountOffer {
  p: Account['kind'];
  offer: PromiseOffer;
}

interface PromisedDialogProps {
  open: boolean;
  /** One of each account; usually one. */
  offers: readonly AccountOffer[];
  today: string;
  busy: boolean;
  onTake: () => void;
  onClose: () => void;
}

/** All consequences of taking it, before the confirmation. */
export function PromisedDialog({ open, offers, today, busy, onTake, onClose }: PromisedDialogProps) {
  const fee = sumOf(offers.map(({ offer }) => offer.fee));
  const lastDay = offers[0]?.offer.last_day ?? today;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Взять обещанный платёж?"
      actions={
        <>
          <Button busy={busy} onClick={onTake}>
            {`Взять до\u00a0${dayText(lastDay, today)}${isZero(fee) ? '' : ` за\u00a0${rubles(fee)}`}`}
          </Button>
          <Button look="plain" onClick={onClose}>
            Не сейчас
          </Button>
        </>
      }
    >
      {offers.map(({ p, offer }) => (
        <Fragment key={p}>
          {offers.length > 1 && <h3>{p === 'i' ? 'Счёт «Интернет»' : 'Счёт «Телефон»'}</h3>}
          <KeyValues list={consequences(offer, today)} />
        </Fragment>
      ))}
      {[...new Set(offers.map(({ offer }) => offer.otherwise))].map((text) => (
        <p key={text} className={styles.otherwise}>
          {text}.
        </p>
      ))}
    </Dialog>
  );
}

function consequences({ preview, last_day, to_pay, fee }: PromiseOffer, today: string) {
  const { switches_on: on, parts, charge_next: next, balance_after: after } = preview;
  // The first part is the fee, if there is one; it stands above.
  const due = isZero(fee) ? parts : parts.slice(1);
  return [
    ['Стоит', isZero(fee) ? 'Бесплатно' : <Money key="fee" value={fee} short />] as const,
    ['Действует до', promiseUntilText(last_day, today)] as const,
    on.length > 0 && (['Заработают', <Unbroken key="on" text={unbroken(on)} />] as const),
    ...due.map(({ text, amount }, index) => [`Спишем: ${text}`, <Money key={index} value={amount} />] as const),
    ['Станет на счёте', <Money key="after" value={after} />] as const,
    next !== null && ([`Спишем ${dayText(next.day, today)}`, <Money key="next" value={next.amount} />] as const),
    ['Заплатить к концу срока', rubles(to_pay)] as const,
  ];
}
