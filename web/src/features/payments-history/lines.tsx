import { useEffect, useState, type ComponentProps } from 'react';
import { usePages } from '#web/api/use-pages.ts';
import type { contract } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf, dayText, momentText, keepTogether, unbroken } from '#web/lib/text/format.ts';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import type { accounts, AccountLetter } from './accounts.ts';
import type { Movement } from '#web/shared/money/line.texts.ts';
import { AwaitedLines } from './awaited.tsx';
import { LineDialog } from './line-dialog.tsx';
import { isIncoming, markOf, serviceDays } from '#web/shared/money/line.texts.ts';
import styles from './lines.module.css';

export const LINES_AT_ONCE = 20;
/** Lines of the skeleton when their number is not known. */
const FEW = 4;
/** How many pages a search loads by itself before it asks whether to continue. */
const BY_ITSELF = 5;

interface LinesProps {
  call: (typeof accounts)[AccountLetter]['all' | 'in' | 'out'];
  /** The query that selects the lines. */
  picked: Record<string, string>;
  /** The likely number of lines. */
  likely?: number;
  emptyTitle: string;
  emptyText?: string;
}

/** Lines of the history, newest first; each opens its details. */
export function Lines({ call, picked, likely = FEW, ...empty }: LinesProps) {
  const pages = usePages(call as typeof contract.internetAccount.statMovements, LINES_AT_ONCE, picked);
  const { items: lines, failed, again } = pages;
  const isLooking = useLookingOn(pages, lines);
  if (failed) return <ErrorBlock title="Не удалось загрузить операции." onRetry={again} />;
  if (!lines || (lines.length === 0 && isLooking)) {
    return <AwaitedLines label="Загружаем операции" count={Math.min(likely, LINES_AT_ONCE)} />;
  }
  return (
    <>
      {lines.length === 0 ? <NoLines {...empty} hasMore={pages.hasMore} /> : <LineList lines={lines} />}
      <div className={styles.more}>
        <LoadMore pages={pages}>{lines.length < LINES_AT_ONCE ? 'Искать дальше' : 'Показать ещё'}</LoadMore>
      </div>
    </>
  );
}

function NoLines({
  hasMore,
  emptyTitle,
  emptyText,
}: Pick<LinesProps, 'emptyTitle' | 'emptyText'> & { hasMore: boolean }) {
  if (hasMore) return <p className={styles.quiet}>В последних месяцах не нашли.</p>;
  return (
    <Empty icon="search" title={emptyTitle}>
      {emptyText}
    </Empty>
  );
}

function LineList({ lines }: { lines: readonly Movement[] }) {
  const [opened, setOpened] = useState<Movement>();
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <Line key={line.entry_id} line={line} onOpen={() => setOpened(line)} />
        ))}
      </ul>
      <LineDialog line={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

type Paging = ComponentProps<typeof LoadMore>['pages'] & { count: number };

/** A page of search results may be short although there are more: loads some further pages by itself. Returns whether it is loading. */
function useLookingOn(pages: Paging, lines: readonly Movement[] = []): boolean {
  const { hasMore, isLoadingMore, moreFailed, more, count } = pages;
  const found = lines.length;
  const isOn = hasMore && !moreFailed && found < LINES_AT_ONCE / 2 && count < BY_ITSELF;
  useEffect(() => {
    if (isOn && !isLoadingMore) more();
    // A page may load between two renders: then only the count changes.
  }, [isOn, isLoadingMore, more, count]);
  return isOn;
}

function iconOf(line: Movement): IconName {
  if (line.kind === 'correction' || line.kind === 'refund' || line.kind === 'reversal') return 'arrow-left-right';
  return isIncoming(line) ? 'arrow-down-left' : 'arrow-up-right';
}

/** A payment has a time, because clients wait for it; a charge has only its day. */
function Line({ line, onOpen }: { line: Movement; onOpen: () => void }) {
  const today = dayOf(now());
  const isIn = isIncoming(line);
  const when = line.kind === 'payment' ? momentText(line.at, today) : dayText(line.day, today);
  const days = serviceDays(line, today);
  const mark = markOf(line, today);
  return (
    <li>
      <button type="button" className={styles.line} aria-haspopup="dialog" onClick={onOpen}>
        <Icon name={iconOf(line)} size="sm" className={cx(isIn ? styles.in : styles.out)} />
        <span className={styles.words}>
          <Unbroken text={unbroken([keepTogether(line.text)])} />
          <small>
            {when}
            {days !== undefined && `, за\u00a0${days}`}
            {line.service !== null && !line.text.includes(line.service) && `, ${line.service}`}
          </small>
          {mark !== undefined && <small className={styles.mark}>{unbroken([mark])}</small>}
        </span>
        <b>
          <Money value={line.amount} signed />
        </b>
        <Icon name="chevron-right" size="xs" className={cx(styles.go)} />
      </button>
    </li>
  );
}
