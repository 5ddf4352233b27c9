import { useId, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import card from './card.module.css';
import styles from './fold-card.module.css';

interface FoldCardProps {
  title: ReactNode;
  /** What the card has to say while it is closed: a state, a price. */
  aside?: ReactNode;
  /** Whether it is open at first. */
  open?: boolean;
  children: ReactNode;
}

/** A card of one line that opens: for what is seldom needed. */
export function FoldCard({ title, aside, open = false, children }: FoldCardProps) {
  const id = useId();
  return (
    <section className={card['card']} aria-labelledby={id}>
      <details className={styles.fold} open={open}>
        <summary>
          <span className={styles.head}>
            <h2 id={id} className={card['title']}>
              {title}
            </h2>
            <span className={styles.aside}>{aside}</span>
          </span>
          <Icon name="chevron-down" size="sm" />
        </summary>
        <div className={styles.inside}>{children}</div>
      </details>
    </section>
  );
}
