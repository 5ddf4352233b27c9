import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { dayOf, dayText, rubles } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useAnswerPages } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { listedBy, type Listed } from './listed.ts';
import type { ReportRow } from './report-view.ts';
import styles from './reports.module.css';

/** What a row sums up, below it. */
export function RowList({ lists }: Pick<ReportRow, 'lists'>) {
  const [chosen, choose] = useState(lists[0]?.list);
  const listed = chosen === undefined ? undefined : listedBy(chosen);
  return (
    <div className={styles.inside}>
      {lists.length > 1 && (
        <Chips
          label="Что показать"
          value={chosen}
          onChange={choose}
          options={lists.map(({ title, list }) => ({ value: list, text: title }))}
        />
      )}
      {listed && <Shown key={chosen} listed={listed} />}
    </div>
  );
}

function Shown({ listed }: { listed: Listed }) {
  if (listed.kind === 'lines') return <Lines query={listed.query} />;
  if (listed.kind === 'members') return <Members {...listed.query} />;
  return <Debtors query={listed.query} />;
}

interface ItemProps {
  contractId: number;
  title: string;
  note: string;
  sum?: string | null | undefined;
}

function Item({ contractId, title, note, sum }: ItemProps) {
  const words = (
    <>
      <span>
        {title}
        <span className={plane.sub}>{note}</span>
      </span>
      {sum != null && <span className={plane.end}>{rubles(sum, { kopecks: 'always' })}</span>}
    </>
  );
  if (!useMay('card')) return <div className={plane.row}>{words}</div>;
  return (
    <Link to={`/contracts/${contractId}`} className={plane.row}>
      {words}
    </Link>
  );
}

const waiting = <SkeletonRows label="Загружаем список" count={3} tile={false} />;
const nobody = <p className={plane.muted}>Здесь пусто.</p>;

function More({ hasMore, isLoadingMore, more }: { hasMore: boolean; isLoadingMore: boolean; more: () => void }) {
  if (!hasMore) return null;
  return (
    <Button look="plain" size="sm" busy={isLoadingMore} onClick={more}>
      Показать ещё
    </Button>
  );
}

function Lines({ query }: { query: Readonly<Record<string, string>> }) {
  const answer = useAnswerPages(contract.reports.lines, query);
  const today = dayOf(now());
  return (
    <Loaded alone answer={answer} failed="Строки не загрузились." skeleton={waiting}>
      {(lines) => (
        <>
          <ul className={plane.rows}>
            {lines.map((line, index) => (
              <li key={`${line.transaction_id} ${index}`}>
                <Item
                  contractId={line.contract_id}
                  title={line.text}
                  note={`${dayText(line.day, today)}, договор ${line.contract_id}, счёт ${line.account_no}`}
                  sum={line.amount}
                />
              </li>
            ))}
          </ul>
          {lines.length === 0 && nobody}
          <More {...answer} />
        </>
      )}
    </Loaded>
  );
}

function Members({ kind, month }: { kind: string; month: string }) {
  const answer = useAnswer(contract.reports.members, { query: { kind, month } as { kind: 'opened'; month: string } });
  const today = dayOf(now());
  return (
    <Loaded alone answer={answer} failed="Договоры не загрузились." skeleton={waiting}>
      {(members) => (
        <>
          <ul className={plane.rows}>
            {members.map(({ contract_id: id, day, sum }, index) => (
              <li key={`${id} ${index}`}>
                <Item contractId={id} title={`Договор ${id}`} note={dayText(day, today)} sum={sum} />
              </li>
            ))}
          </ul>
          {members.length === 0 && nobody}
        </>
      )}
    </Loaded>
  );
}

function Debtors({ query }: { query: Readonly<Record<string, string>> }) {
  const answer = useAnswerPages(contract.debtors.list, query);
  const today = dayOf(now());
  return (
    <Loaded alone answer={answer} failed="Должники не загрузились." skeleton={waiting}>
      {(debtors) => (
        <>
          <ul className={plane.rows}>
            {debtors.map(({ contract_id: id, name, address, since, sum }) => (
              <li key={id}>
                <Item contractId={id} title={name} note={`${address}, должен с ${dayText(since, today)}`} sum={sum} />
              </li>
            ))}
          </ul>
          {debtors.length === 0 && nobody}
          <More {...answer} />
        </>
      )}
    </Loaded>
  );
}
