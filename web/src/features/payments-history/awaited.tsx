import { isZero } from '#web/shared/money/account-sums.ts';
import { usePhoneNumbers, useUsers } from '#web/shared/data/frame-data.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import type { AccountLetter } from './accounts.ts';
import styles from './lines.module.css';

/** The likely content of a month, so that its skeleton has the final height. */
export interface LikelyMonth {
  services: number;
  /** Charges of one service. */
  each: number;
}

/** A phone number has charges for itself and for its local and other calls. */
const OF_A_NUMBER = 3;

/** Estimated from today's services: one charge for each. */
export function useLikely(p: AccountLetter): LikelyMonth {
  const { data: users = [] } = useUsers();
  const { data: numbers = [] } = usePhoneNumbers();
  if (p === 't') return { services: Math.max(1, numbers.length), each: OF_A_NUMBER };
  const paid = users.filter(({ account, plan }) => account === 'i' && plan !== null && !isZero(plan.price ?? '0.00'));
  return { services: Math.max(1, paid.length), each: 1 };
}

interface AwaitedProps {
  /** «Загружаем операции». */
  label: string;
  count: number;
}

/** A skeleton of lines: a text and a smaller one below it, with the final height. */
export function AwaitedLines({ label, count }: AwaitedProps) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <ul className={styles.lines} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <div className={styles.line}>
              <Skeleton width="1.25rem" height="1.25rem" />
              <span className={styles.words}>
                <span className={styles.awaited}>
                  <Skeleton width={`${50 + ((index * 8) % 24)}%`} />
                </span>
                <small className={styles.awaited}>
                  <Skeleton width={`${34 + ((index * 8) % 24)}%`} height="0.75rem" />
                </small>
              </span>
              <Skeleton width="4.5rem" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A skeleton of the services of a month. */
export function AwaitedServices({ label, count, each }: AwaitedProps & Pick<LikelyMonth, 'each'>) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <ul className={styles.services} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <span className={styles.serviceName}>
              <span className={styles.awaited}>
                <Skeleton width={`${44 + ((index * 8) % 24)}%`} />
              </span>
              {each > 1 && (
                <small className={styles.awaited}>
                  <Skeleton width="30%" height="0.75rem" />
                </small>
              )}
            </span>
            <span className={styles.share} />
            <span className={styles.percent}>
              <span className={styles.awaited} />
            </span>
            <b className={styles.awaited}>
              <Skeleton width="5rem" />
            </b>
          </li>
        ))}
      </ul>
    </div>
  );
}
