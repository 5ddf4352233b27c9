import { Link } from '#web/lib/page/router.tsx';
import { timeText } from '#web/lib/text/format.ts';
import { AuthError } from '#web/api/api-error.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { mayDo, useMe } from '../api/me.ts';
import { Plane, PlaneHead } from '../look/plane.tsx';
import { ColumnsChart } from './columns-chart.tsx';
import { MonthChoice, monthTail, useMonth } from './month-choice.tsx';
import { MonthFigures } from './month-figures.tsx';
import { REPORT_NAMES, useReports, type ShownReport } from './report-data.ts';
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
  const reports = useReports(seen, month);
  const [first] = reports;
  return (
    <Plane>
      <PlaneHead
        title={first?.answer.data?.finding ?? 'Отчёты'}
        lead={first && leadOf(first)}
        actions={seen.some(isOfMonth) && <MonthChoice month={month} />}
      />
      <MonthFigures month={month} />
      <Failures reports={reports} />
      <div className={styles.parts}>
        {reports.map(
          (report) =>
            !hasFailed(report) && <Glance key={report.name} report={report} month={month} isFirst={report === first} />,
        )}
      </div>
    </Plane>
  );
}

const leadOf = ({ answer, at }: ShownReport): string =>
  `${answer.data?.lead ?? ''} ${at ? `Цифры на ${timeText(at)}.` : ''}`;

const hasFailed = ({ answer: { data, error } }: ShownReport): boolean =>
  data === undefined && error !== null && !(error instanceof AuthError);

/** One cause is told once, however many reports it has failed. */
function Failures({ reports }: { reports: readonly ShownReport[] }) {
  const failed = reports.filter(hasFailed);
  const [first] = failed;
  if (!first) return null;
  const areAll = failed.length === reports.length;
  const names = failed.map(({ name }) => REPORT_TITLES[name]).join(', ');
  const retry = (): void => {
    for (const { answer } of failed) void answer.refetch();
  };
  return (
    <div className={styles.failures}>
      <ErrorBlock title={areAll ? 'Отчёты не загрузились.' : `Не загрузилось: ${names}.`} onRetry={retry}>
        {readable(first.answer.error?.message, 'Проверьте связь и повторите')}.
      </ErrorBlock>
    </div>
  );
}

interface GlanceProps {
  report: ShownReport;
  month: string;
  /** Its finding is the heading of the page. */
  isFirst: boolean;
}

function Glance({ report: { name, answer }, month, isFirst }: GlanceProps) {
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
