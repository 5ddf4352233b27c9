import { addMonths, parseDay } from '@kabinet/contract/kernel/day';
import { now } from '#web/lib/clock/clock.ts';
import { useLocation, useNavigate } from '#web/lib/page/router.tsx';
import { capital, dayOf, monthText } from '#web/lib/text/format.ts';
import { Select } from '#web/ui/field/field.tsx';

/** As far back as a report of many months tells. */
const MOST = 13;

/** The present month and those before it, newest first. */
function latestMonths(today: string): string[] {
  const day = parseDay(today);
  return day === undefined ? [] : Array.from({ length: MOST }, (_, back) => addMonths(day, -back).slice(0, 7));
}

/** The month that the address names, so that a link tells it, too. */
export function useMonth(): string {
  const { search } = useLocation();
  const today = dayOf(now());
  const asked = new URLSearchParams(search).get('month');
  return asked !== null && latestMonths(today).includes(asked) ? asked : today.slice(0, 7);
}

/** The tail of an address that keeps the month; nothing for the present one. */
export const monthTail = (month: string): string => (dayOf(now()).startsWith(month) ? '' : `?month=${month}`);

export function MonthChoice({ month }: { month: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const today = dayOf(now());
  return (
    <Select
      label="Месяц"
      value={month}
      onChange={({ target }) => navigate(`${pathname}${monthTail(target.value)}`, { replace: true })}
    >
      {latestMonths(today).map((one) => (
        <option key={one} value={one}>
          {capital(monthText(one, today))}
        </option>
      ))}
    </Select>
  );
}
