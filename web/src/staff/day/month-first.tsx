import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { PlaneHead } from '../look/plane.tsx';
import { MonthFigures } from '../reports/month-figures.tsx';
import { useReport } from '../reports/report-data.ts';

/** How the month goes: what an owner wants to know first. */
export function MonthFirst({ name }: { name: string }) {
  const month = dayOf(now()).slice(0, 7);
  const { answer } = useReport('revenue', month);
  return (
    <>
      <PlaneHead
        title={answer.data?.finding ?? `Здравствуйте, ${name}`}
        lead={answer.data?.lead ?? (answer.error ? 'Как идёт месяц, узнать не вышло.' : 'Считаем, как идёт месяц.')}
        actions={
          <LinkButton to="/reports" look="soft" size="sm">
            Отчёты
          </LinkButton>
        }
      />
      <MonthFigures month={month} />
    </>
  );
}
