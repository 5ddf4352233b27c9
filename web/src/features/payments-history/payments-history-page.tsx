import { useState } from 'react';
import { usePages } from '#web/api/use-pages.ts';
import { useParams } from '#web/lib/page/router.tsx';
import { useTelephone } from '#web/shared/data/frame-data.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { Segmented } from '#web/ui/field/choice.tsx';
import { accounts, type AccountLetter } from './accounts.ts';
import { DocIcon } from './doc-icon.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isPicking, useFilters, type Filters } from './filters.ts';
import styles from './history.module.css';
import { Lines } from './lines.tsx';
import { MoneyMonths } from './months.tsx';
import { Overview, OverviewSkeleton } from './overview.tsx';
import { StatementDialog } from './statement-dialog.tsx';

const links = [
  { to: '/payments-history/i', text: 'Интернет' },
  { to: '/payments-history/t', text: 'Телефон' },
];

/** /payments-history/:p */
export function PaymentsHistoryPage() {
  const p: AccountLetter = useParams()['p'] === 't' ? 't' : 'i';
  const { data, isSuccess } = useTelephone();
  const isAbsent = p === 't' && isSuccess && data === undefined;
  return (
    <>
      <PageHead title="История платежей" />
      {isAbsent ? (
        <NoTelephone />
      ) : (
        <>
          <Toolbar p={p} hasTelephone={data !== undefined} />
          <History key={p} p={p} />
        </>
      )}
    </>
  );
}

const NoTelephone = () => (
  <Card title="Телефон">
    <Empty
      icon="phone"
      title="Счёта за телефон нет"
      action={<LinkButton to="/payments-history/i">История счёта «Интернет»</LinkButton>}
    >
      В&nbsp;договоре есть только счёт «Интернет».
    </Empty>
  </Card>
);

function Toolbar({ p, hasTelephone }: { p: AccountLetter; hasTelephone: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.toolbar}>
      {(hasTelephone || p === 't') && <Segmented label="Счёт" links={links} />}
      <div className={styles.statement}>
        <Button look="soft" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          <DocIcon name="download" />
          Выписка
        </Button>
      </div>
      <StatementDialog p={p} open={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}

/** A year. */
export const MONTHS_AT_ONCE = 12;

function History({ p }: { p: AccountLetter }) {
  const [filters, change] = useFilters();
  const pages = usePages(accounts[p].total, MONTHS_AT_ONCE);
  const months = pages.items;
  if (pages.failed) {
    return (
      <Card title="По месяцам">
        <ErrorBlock title="Не удалось загрузить историю платежей." onRetry={pages.again}>
          Деньги на месте, не пришла только история.
        </ErrorBlock>
      </Card>
    );
  }
  if (months?.length === 0) return <NothingYet p={p} />;
  const isFinding = isPicking(filters);
  return (
    <Stack>
      {months ? <Overview months={months} /> : <OverviewSkeleton />}
      <Card title={isFinding ? 'Найденное' : 'По месяцам'}>
        <FilterBar p={p} filters={filters} onChange={change} />
        {isFinding && <Found p={p} filters={filters} />}
        {!isFinding && <MoneyMonths p={p} months={months} pages={pages} filters={filters} onChange={change} />}
      </Card>
    </Stack>
  );
}

const NothingYet = ({ p }: { p: AccountLetter }) => (
  <Card title="По месяцам">
    <Empty
      icon="wallet"
      title="Операций ещё не было"
      action={<LinkButton to={`/payment/${p}`}>Пополнить счёт</LinkButton>}
    >
      Здесь появятся месяцы с пополнениями и списаниями.
    </Empty>
  </Card>
);

/** Lines of all months that match the search or the service. */
function Found({ p, filters: { show, service, q } }: { p: AccountLetter; filters: Filters }) {
  const { [show]: call, service: name } = accounts[p];
  const picked = { ...(q !== '' && { q }), ...(service !== '' && { [name]: service }) };
  return (
    <Lines
      key={JSON.stringify([show, picked])}
      call={call}
      picked={picked}
      emptyTitle="Ничего не нашли"
      emptyText="Проверьте слово или сумму либо выберите другую услугу."
    />
  );
}
