import { useParams } from '#web/lib/page/router.tsx';
import { timeText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { useMay } from '../api/me.ts';
import { Inset, Part, Plane, PlaneHead } from '../look/plane.tsx';
import { ColumnsChart } from './columns-chart.tsx';
import { MonthChoice, monthTail, useMonth } from './month-choice.tsx';
import { REPORT_NAMES, useReport, useReportTable, type ReportName } from './report-data.ts';
import { ReportTable } from './report-table.tsx';
import { isOfMonth, REPORT_TITLES } from './report.texts.ts';
import styles from './reports.module.css';

/** One report: its finding, its proof, its rows, each with what it sums up. */
export function ReportPage() {
  const { name = '' } = useParams();
  const known = REPORT_NAMES.find((one) => one === name);
  return <Plane>{known ? <Report name={known} /> : <NoReport />}</Plane>;
}

const NoReport = () => (
  <Inset>
    <Empty
      icon="search"
      title="Такого отчёта нет"
      action={
        <LinkButton to="/reports" look="plain">
          Все отчёты
        </LinkButton>
      }
    >
      В адресе опечатка.
    </Empty>
  </Inset>
);

function Report({ name }: { name: ReportName }) {
  const month = useMonth();
  const may = useMay(`reports ${name}`);
  const { answer, at } = useReport(name, month, { enabled: may });
  const table = useReportTable(name, month);
  const actions = (
    <>
      {isOfMonth(name) && <MonthChoice month={month} />}
      <Button look="soft" busy={table.isPending} onClick={table.save}>
        Скачать таблицу
      </Button>
      <LinkButton to={`/reports${monthTail(month)}`} look="plain">
        Все отчёты
      </LinkButton>
    </>
  );
  if (!may) return <NotSeen />;
  return (
    <Loaded
      alone
      answer={answer}
      failed="Отчёт не загрузился."
      known={<PlaneHead title={REPORT_TITLES[name]} />}
      skeleton={
        <>
          <PlaneHead title={REPORT_TITLES[name]} />
          <div className={styles.part}>
            <SkeletonRows label="Считаем" count={6} tile={false} />
          </div>
        </>
      }
    >
      {({ finding, lead, columns, tables }) => (
        <>
          <PlaneHead
            title={finding}
            lead={`${lead ?? ''} ${at ? `Цифры на ${timeText(at)}.` : ''}`}
            actions={actions}
          />
          {columns && (
            <div className={styles.part}>
              <p className={styles.caption}>{columns.label}</p>
              <ColumnsChart chart={columns} />
            </div>
          )}
          {tables.map((one) => (
            <Part key={one.title} title={one.title} caption="Строка откроет список, из которого сложена">
              <ReportTable table={one} />
              {one.rows.length === 0 && <p className={styles.caption}>За этот срок ничего нет.</p>}
            </Part>
          ))}
        </>
      )}
    </Loaded>
  );
}

const NotSeen = () => (
  <Inset>
    <Empty
      icon="lock"
      title="Вашей роли этот отчёт не открыт"
      action={
        <LinkButton to="/reports" look="plain">
          Ваши отчёты
        </LinkButton>
      }
    >
      Деньги видят бухгалтер и владелец, договоры — владелец, инженер и администратор.
    </Empty>
  </Inset>
);
