import type { ReactNode } from 'react';
import { contract } from '#web/api/contract.ts';
import { usePages } from '#web/api/use-pages.ts';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { CallRows } from './call-rows.tsx';
import type { Direction } from './call.texts.ts';
import styles from './calls-list.module.css';

interface CallsQuery {
  phone_number: string;
  period: string;
  direction: Direction | undefined;
  zone: string | undefined;
  q: string | undefined;
}

/** The query without empty filters. */
const pickedOf = (wanted: CallsQuery): Record<string, string> =>
  Object.fromEntries(Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined));

const ON_A_PAGE = 30;

interface CallsListProps {
  wanted: CallsQuery;
  /** Names of zones. */
  zones: ReadonlyMap<string, string>;
  /** Above the list: whether numbers are masked, and the controls of the filters. */
  above: ReactNode;
}

/** The filtered calls, page by page. */
export function CallsList({ wanted, zones, above }: CallsListProps) {
  const pages = usePages(contract.telephoneCall.total, ON_A_PAGE, pickedOf(wanted));
  return (
    <Card title="Звонки">
      {above}
      {pages.failed && (
        <ErrorBlock title="Не удалось загрузить список звонков." onRetry={pages.again}>
          Итоги месяца выше верны.
        </ErrorBlock>
      )}
      {!pages.items && !pages.failed && <SkeletonRows label="Загружаем звонки" tile={false} count={6} />}
      {pages.items?.length === 0 && (
        <Empty icon="search" title="Таких звонков нет">
          Измените направление или номер: в&nbsp;этом месяце звонки были.
        </Empty>
      )}
      {pages.items && <CallRows calls={pages.items} zones={zones} hasMore={pages.hasMore} />}
      <div className={styles.more}>
        <LoadMore pages={pages}>Показать ещё звонки</LoadMore>
      </div>
    </Card>
  );
}
