import { cx } from '#web/lib/text/cx.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import type { ShownOrder } from './orders-data.ts';
import styles from './orders.module.css';

/** What the portal had checked when the order was filed: the client has seen it, too. */
export function CheckPart({ checks }: Pick<ShownOrder, 'checks'>) {
  if (checks.length === 0) return null;
  return (
    <section aria-label="Проверка" className={styles.section}>
      <h3>Проверка при создании</h3>
      <ul className={styles.checks}>
        {checks.map(({ ok, title, value, detail }) => (
          <li key={title} className={cx(ok === false && styles.bad)}>
            <Icon name={ok === false ? 'circle-x' : ok === null ? 'message-question' : 'circle-check'} size="sm" />
            <span>
              {ok === false && <VisuallyHidden>Не так: </VisuallyHidden>}
              {title}
              {value != null && <span className={styles.muted}>, {value}</span>}
              {ok === false && detail !== null && <span className={styles.said}>{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
