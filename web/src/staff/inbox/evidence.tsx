import type { ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { rubles } from '#web/lib/text/format.ts';
import { Loaded, type LoadedQuery } from '#web/shared/page/loaded.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import plane from '../look/plane.module.css';
import styles from './inbox.module.css';

interface EvidenceProps {
  /** What it is, in a few words. */
  title: ReactNode;
  sum?: string | undefined;
  /** As it came, word by word. */
  raw?: readonly ReactNode[];
  /** The decision. */
  children?: ReactNode;
}

/** One matter: what is known of it, and what is done about it. */
export function Evidence({ title, sum, raw = [], children }: EvidenceProps) {
  return (
    <section className={styles.matter}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {sum !== undefined && <b className={styles.sum}>{rubles(sum, { kopecks: 'always' })}</b>}
      </div>
      {raw.length > 0 && (
        <div className={cx(styles.raw)}>
          {raw.map((line, index) => (
            // The lines of one record stand in their order.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={index}>{line}</p>
          ))}
        </div>
      )}
      {children !== undefined && <div className={styles.decision}>{children}</div>}
    </section>
  );
}

interface MattersProps<T> {
  answer: LoadedQuery<readonly T[]>;
  keyOf: (one: T) => string | number;
  children: (one: T) => ReactNode;
  /** What is done about all of them at once. */
  together?: (all: readonly T[]) => ReactNode;
}

/** All matters of one cause. */
export const Matters = <T,>({ answer, keyOf, children, together }: MattersProps<T>) => (
  <Loaded
    alone
    answer={answer}
    failed="Не загрузилось."
    skeleton={<SkeletonRows label="Загружаем дела" count={2} tile={false} />}
  >
    {(all) => (
      <>
        {all.length > 1 && together?.(all)}
        {all.map((one) => (
          <div key={keyOf(one)}>{children(one)}</div>
        ))}
        {all.length === 0 && <p className={plane.muted}>Уже решено.</p>}
      </>
    )}
  </Loaded>
);
