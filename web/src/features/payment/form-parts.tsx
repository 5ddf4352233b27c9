import { useEffect, useRef } from 'react';
import { phone } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { useInternetAccount, useTelephone } from '#web/shared/data/frame-data.ts';
import { ON_BY_OPERATOR } from '#web/shared/money/together.ts';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { paidTitle } from './paid-note.tsx';
import styles from './payment.module.css';
import type { useOptions } from './use-options.ts';
import type { BankVisit } from './ways/bank-visit.ts';
import type { AccountKind, Sbp } from './ways/use-sbp.ts';

// Parts that the payment of one account and that of both have in common.

const PHONE = '(width < 48rem)';

/** Puts into the heading that the bank is awaited, and then the result of the payment; on a phone it shows and focuses the heading. */
export function useTitle(
  sbp: Sbp,
  amount: string | undefined,
  onTitle: (title: string | undefined) => void,
  { until, isAtBank }: { until?: string | undefined; isAtBank: boolean },
): void {
  const waits = isAtBank ? 'Ждём банк' : undefined;
  const title = sbp.kind === 'paid' && amount !== undefined ? paidTitle(sbp, amount, until) : waits;
  useEffect(() => {
    onTitle(title);
    if (title !== undefined && window.matchMedia(PHONE).matches) {
      window.scrollTo({ top: 0 });
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
    return () => onTitle(undefined);
  }, [title, onTitle]);
}

/** The subscriber has left for the bank by the code that is still valid. */
export const isAtBank = (sbp: Sbp, { leftAt }: BankVisit, isCurrent: boolean): boolean =>
  isCurrent && sbp.kind === 'waiting' && leftAt !== undefined;

/** Shown when no bank is connected. */
export function NoWays() {
  const [support] = useProvider().support_phones;
  return (
    <Card title="Как заплатить">
      <Empty icon="wallet" title="Здесь заплатить пока нельзя">
        Платежи из банка и наличными приходят на счёт как обычно.
        {support && ` Подскажем, где ближе: ${phone(support.phone)}.`}
      </Empty>
    </Card>
  );
}

/** Beside another billing a payment restores nothing by itself; without `p` it is for both accounts. */
export function OnByOperator({ p }: { p?: AccountKind }) {
  const accounts = [useInternetAccount().data, useTelephone().data];
  const isOff = accounts.some((one) => one?.blocked && one.charged_elsewhere && (p ?? one.kind) === one.kind);
  return isOff && <p className={styles.offer}>{ON_BY_OPERATOR}</p>;
}

const TROUBLES: ReadonlySet<Sbp['kind']> = new Set(['failed', 'rejected', 'expired']);

/** On a phone the card of the code is below the sum: scrolls to it when a code is requested, and on an error. */
export function useInSight(kind: Sbp['kind'], asked: string | undefined) {
  const card = useRef<HTMLDivElement>(null);
  const first = useRef(asked);
  const isTrouble = TROUBLES.has(kind);
  useEffect(() => {
    const isAnswer = isTrouble || asked !== first.current;
    if (isAnswer && window.matchMedia(PHONE).matches) card.current?.scrollIntoView({ block: 'start' });
  }, [asked, isTrouble]);
  return card;
}

/** An error when the ways to pay failed to load. A loaded way has a card of its own. */
export function WaysFailed({ ways, error, again }: Pick<ReturnType<typeof useOptions>, 'ways' | 'error' | 'again'>) {
  if (ways || !error) return null;
  return (
    <Card title="Как заплатить">
      <ErrorBlock title="Не удалось загрузить способы оплаты." onRetry={again}>
        Сумма сохранилась.
      </ErrorBlock>
    </Card>
  );
}
