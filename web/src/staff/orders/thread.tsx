import { cx } from '#web/lib/text/cx.ts';
import { momentText } from '#web/lib/text/format.ts';
import type { ShownOrder } from './orders-data.ts';
import { OrderFiles } from './order-files.tsx';
import styles from './orders.module.css';

const AUTHORS = { client: 'Абонент', provider: 'Мы', portal: 'Кабинет' } as const;

/** The talk of an order, as the client reads it. */
export function Thread({ events, today }: Pick<ShownOrder, 'events'> & { today: string }) {
  return (
    <section aria-label="Переписка" className={styles.section}>
      <h3>Переписка</h3>
      <ol className={styles.thread}>
        {events.map(
          ({ event_id: id, order_id: orderId, author, author_name: name, text, happened_at: at, files, kind }) => (
            <li key={id} className={cx(styles[author], kind === 'late' && styles.bad)}>
              <span className={styles.muted}>
                {author === 'provider' ? (name ?? AUTHORS.provider) : AUTHORS[author]}, {momentText(at, today)}
              </span>
              <p>{text}</p>
              {files.length > 0 && <OrderFiles orderId={orderId} files={files} />}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
