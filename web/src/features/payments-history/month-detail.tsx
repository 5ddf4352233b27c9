import { useState } from 'react';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { useCall } from '#web/api/use-call.ts';
import { counted, number, rubles, keepTogether } from '#web/lib/text/format.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { accounts, type AccountLetter, type MonthServices } from './accounts.ts';
import { AwaitedServices, useLikely, type LikelyMonth } from './awaited.tsx';
import type { Filters } from './filters.ts';
import styles from './lines.module.css';
import { Lines } from './lines.tsx';
import type { MoneyMonth } from './totals.ts';

interface MonthDetailProps {
  p: AccountLetter;
  month: MoneyMonth;
  show: Filters['show'];
}

/** The services charged in a month, and its lines. */
export function MonthDetail({ p, month: { period, charged }, show }: MonthDetailProps) {
  const likely = useLikely(p);
  return (
    <div className={styles.detail}>
      {show !== 'in' && charged !== '0.00' && <Services p={p} period={period} likely={likely} />}
      <section aria-label="Операции">
        <h3 className={styles.heading}>Операции</h3>
        <Lines
          key={`${show}${period}`}
          call={accounts[p][show]}
          picked={{ period }}
          likely={show === 'in' ? 1 : likely.services * likely.each + 1}
          emptyTitle="Таких операций не было"
        />
      </section>
    </div>
  );
}

/** Further services of a month are shown on request. */
const AT_FIRST = 5;

interface ServicesProps {
  p: AccountLetter;
  period: string;
  likely: LikelyMonth;
}

function Services({ p, period, likely }: ServicesProps) {
  const { data, error, refetch } = useCall(accounts[p].services, { query: { period } });
  return (
    <section aria-label="На что ушло">
      <h3 className={styles.heading}>На что ушло</h3>
      {data?.more != null && <p className={styles.why}>{data.more}</p>}
      {data && <ServiceList services={data.services} />}
      {!data && error && <ErrorBlock title="Не удалось загрузить итоги по услугам." onRetry={() => void refetch()} />}
      {!data && !error && (
        <AwaitedServices
          label="Загружаем итоги по услугам"
          count={Math.min(likely.services, AT_FIRST)}
          each={likely.each}
        />
      )}
    </section>
  );
}

type Service = MonthServices['services'][number];

function ServiceList({ services }: { services: readonly Service[] }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const spent = services.reduce((sum, { amount }) => sum + Math.max(fromWireMoney(amount), 0), 0);
  const hidden = isUnfolded ? 0 : Math.max(services.length - AT_FIRST, 0);
  return (
    <>
      <ul className={styles.services}>
        {services.slice(0, services.length - hidden).map((service) => (
          <ServiceRow key={service.user_id ?? service.phone_number ?? service.name} service={service} spent={spent} />
        ))}
      </ul>
      {hidden > 0 && (
        <TextButton onClick={() => setUnfolded(true)}>Ещё {counted(hidden, 'услуга', 'услуги', 'услуг')}</TextButton>
      )}
    </>
  );
}

/** The charges of a service less its returns, and its share of all charges of the month. */
function ServiceRow({ service: { name, amount, returned, lines }, spent }: { service: Service; spent: number }) {
  const share = 100 * (fromWireMoney(amount) / Math.max(spent, 1));
  const notes = [
    lines > 1 && counted(lines, 'списание', 'списания', 'списаний'),
    returned !== '0.00' && `вернули ${rubles(returned)}`,
  ].filter((note) => note !== false);
  return (
    <li>
      <span className={styles.serviceName}>
        {keepTogether(name)}
        {notes.length > 0 && <small>{notes.join(', ')}</small>}
      </span>
      <span className={styles.share} aria-hidden="true">
        {share > 0 && <i style={{ width: `${Math.max(share, 1)}%` }} />}
      </span>
      <span className={styles.percent}>{shareText(share)}</span>
      <b>
        <Money value={amount} />
      </b>
    </li>
  );
}

/** «67 %»; empty when returns exceed charges. */
function shareText(share: number): string {
  if (share <= 0) return '';
  return `${share < 1 ? '<1' : number(Math.round(share))}\u00a0%`;
}
