import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { capital, monthText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import { pathOf } from '#web/shared/service/text/service-state.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { MOST_MONTHS } from './isg-periods.ts';
import styles from './isg-sessions.module.css';

/** ‹ Октябрь · Декабрь ›: the next months that have sessions. Where there is none, it says so. */
export function MonthSteps({ user, period }: { user: User; period: string }) {
  const { data } = useCall(contract.internetAccount.statIsg, {
    query: { user_id: user.user_id, limit: MOST_MONTHS },
  });
  if (!data) return null;
  const periods = data.months.map((month) => month.period).toSorted();
  const earlier = periods.findLast((one) => one < period);
  const later = periods.find((one) => one > period);
  const nameOf = (one: string): string => capital(monthText(one, period));
  const to = (one: string): string => `${pathOf(user)}/isg/${one}`;
  return (
    <nav className={styles.steps} aria-label="Соседние месяцы">
      {earlier === undefined ? (
        <span>Раньше сеансов нет</span>
      ) : (
        <Link to={to(earlier)}>
          <Icon name="chevron-left" size="xs" />
          {nameOf(earlier)}
        </Link>
      )}
      {later !== undefined && (
        <Link to={to(later)}>
          {nameOf(later)}
          <Icon name="chevron-right" size="xs" />
        </Link>
      )}
    </nav>
  );
}
