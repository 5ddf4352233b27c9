import { cx } from '#web/lib/text/cx.ts';
import { Link } from '#web/lib/page/router.tsx';
import { nowMs } from '#web/lib/clock/clock.ts';
import { timeText } from '#web/lib/text/format.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { promiseOf } from './orders.texts.ts';
import type { QueuedOrder } from './orders-data.ts';
import styles from './orders.module.css';

/** The part of the promised time that has passed, in ticks. */
export function Ticks({ gone }: { gone: number | null }) {
  if (gone === null) return null;
  return <i className={styles.ticks} aria-hidden="true" style={{ '--gone': `${gone * 100}%` } as never} />;
}

/** Who is writing in it now, or whose it is. */
function Whose({ order: { held_by: holder, assignee } }: { order: QueuedOrder }) {
  if (!holder) return <span>{assignee ?? 'никто не взял'}</span>;
  return (
    <span className={cx(styles.holder, holder.is_mine && styles.mine)}>
      {holder.is_mine ? 'Отвечаете вы' : `Отвечает ${holder.name}`}, до {timeText(holder.until)}
    </span>
  );
}

/** One order of the queue: until when, what, who, and who is writing in it. */
export function OrderRow({ order, isChosen }: { order: QueuedOrder; isChosen: boolean }) {
  const { tone, text, gone } = promiseOf(order, nowMs());
  const { order_id: id, goal, name, address, last } = order;
  return (
    <Link
      to={`/orders/${id}`}
      className={cx(styles.order, isChosen && styles.chosen)}
      aria-current={isChosen || undefined}
    >
      <span className={cx(styles.promise, styles[tone])}>
        {text}
        <Ticks gone={gone} />
      </span>
      <span className={styles.what}>
        <b>{goal}</b>
        <span>
          {name}, {address}
        </span>
        <span className={styles.said}>
          {last?.author === 'client' && <VisuallyHidden>Абонент: </VisuallyHidden>}
          {last?.text ?? order.text}
        </span>
        <Whose order={order} />
      </span>
    </Link>
  );
}
