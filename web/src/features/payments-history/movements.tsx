import { contract, type Wire } from '#api/contract.ts';
import { usePages } from '#api/use-pages.ts';
import { now } from '#lib/clock.ts';
import { dayOf, dayText, momentText, negative } from '#lib/format.ts';
import { More } from '#parts/more.tsx';
import { Empty, ErrorBlock } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Money } from '#ui/money.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import styles from './history.module.css';

type Movement = Wire<typeof contract.internetAccount.statPayments>['items'][number];

const kinds = {
  payments: {
    call: contract.internetAccount.statPayments,
    title: 'Пополнения',
    failed: 'Не загрузили пополнения.',
    empty: 'Пополнений ещё не было',
    why: 'Первое появится здесь сразу после оплаты.',
  },
  charges: {
    call: contract.internetAccount.statCharges,
    title: 'Списания',
    failed: 'Не загрузили списания.',
    empty: 'Списаний ещё не было',
    why: 'Первое придёт в день оплаты тарифа.',
  },
} as const;

const AT_ONCE = 10;

/** Payments or charges of the internet account, newest first. */
export function Movements({ kind }: { kind: keyof typeof kinds }) {
  const { call, title, failed, empty, why } = kinds[kind];
  const pages = usePages(call, AT_ONCE);
  return (
    <Card title={title}>
      {pages.failed && <ErrorBlock title={failed} onRetry={pages.again} />}
      {!pages.failed && !pages.items && <SkeletonRows label={`Загружаем: ${title}`} count={4} tile={false} />}
      {pages.items?.length === 0 && (
        <Empty icon="inbox" title={empty}>
          {why}
        </Empty>
      )}
      {pages.items && pages.items.length > 0 && (
        <>
          <ul className={styles.lines}>
            {pages.items.map((movement) => (
              <MovementLine key={movement.entry_id} movement={movement} isPayment={kind === 'payments'} />
            ))}
          </ul>
          <div className={styles.more}>
            <More pages={pages} />
          </div>
        </>
      )}
    </Card>
  );
}

/** The hour matters for a payment that one waits for; a charge belongs to its day. */
function MovementLine({ movement: { day, at, amount, text }, isPayment }: { movement: Movement; isPayment: boolean }) {
  const today = dayOf(now());
  return (
    <li>
      <Icon
        name={isPayment ? 'arrow-down-left' : 'arrow-up-right'}
        size="sm"
        className={isPayment ? styles.in : styles.out}
      />
      <span>
        {text}
        <small>{isPayment ? momentText(at, today) : dayText(day, today)}</small>
      </span>
      <b>
        <Money value={isPayment ? amount : negative(amount)} signed={isPayment} />
      </b>
    </li>
  );
}
