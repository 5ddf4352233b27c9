import { Link } from '#web/lib/page/router.tsx';
import { timeText } from '#web/lib/text/format.ts';
import { FailedTogether } from '#web/shared/frame/failed-together.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { mayDo, useMe } from '../api/me.ts';
import { Plane, PlaneHead } from '../look/plane.tsx';
import { ColumnsChart } from './columns-chart.tsx';
import { MonthChoice, monthTail, useMonth } from './month-choice.tsx';
import { MonthFigures } from './month-figures.tsx';
import { REPORT_NAMES, useReport, type ReportName } from './report-data.ts';
import { ReportTable } from './report-table.tsx';
import { isOfMonth, REPORT_TITLES } from './report.texts.ts';
import styles from './reports.module.css';

/** Rows of a table that the overview shows where nothing is drawn. */
const MOST_ROWS = 6;

/** All reports at a glance: the finding of each, and its proof. */
export function ReportsPage() {
  const me = useMe();
  const month = useMonth();
  const seen = REPORT_NAMES.filter((name) => mayDo(me, `reports ${name}`));
  const first = useReport(seen[0] ?? 'contracts', month);
  return (
    <Plane>
      <FailedTogether />
      <PlaneHead
        title={first.answer.data?.finding ?? 'Отчёты'}
        lead={`${first.answer.data?.lead ?? ''} ${first.at ? `Цифры на ${timeText(first.at)}.` : ''}`}
        actions={seen.some(isOfMonth) && <MonthChoice month={month} />}
      />
      <MonthFigures month={month} />
      <div className={styles.parts}>
        {seen.map((name) => (
          <Glance key={name} name={name} month={month} isFirst={name === seen[0]} />
        ))}
      </div>
    </Plane>
  );
}

interface GlanceProps {
  name: ReportName;
  month: string;
  /** Its finding is the heading of the page. */
  isFirst: boolean;
}

function Glance({ name, month, isFirst }: GlanceProps) {
  const { answer } = useReport(name, month);
  const to = `/reports/${name}${isOfMonth(name) ? monthTail(month) : ''}`;
  return (
    <section className={styles.part} aria-label={REPORT_TITLES[name]}>
      <Loaded
        answer={answer}
        failed={`${REPORT_TITLES[name]}: не загрузилось.`}
        skeleton={<SkeletonRows label="Считаем" count={4} tile={false} />}
      >
        {({ finding, columns, tables }) => (
          <>
            <h2>
              <Link to={to}>{isFirst ? REPORT_TITLES[name] : finding}</Link>
            </h2>
            <p className={styles.caption}>{columns?.label ?? tables[0]?.title}</p>
            {columns ? (
              <ColumnsChart chart={columns} />
            ) : (
              tables.slice(0, 1).map((one) => <ReportTable key={one.title} table={one} most={MOST_ROWS} />)
            )}
            <p className={styles.more}>
              <Link to={to}>{REPORT_TITLES[name]}: все строки и таблица</Link>
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}
