import { useState } from 'react';
import { fromWireMoney, kopecks, toWireMoney } from '@kabinet/contract/kernel/money';
import { useCall } from '#api/use-call.ts';
import { counted, number, rubles, tied } from '#lib/format.ts';
import { TextButton } from '#ui/button.tsx';
import { ErrorBlock } from '#ui/callout.tsx';
import { Money } from '#ui/money.tsx';
import { accounts, type Kind, type MonthServices } from './accounts.ts';
import { AwaitedServices, useLikely, type Likely } from './awaited.tsx';
import type { Filters } from './filters.ts';
import styles from './lines.module.css';
import { Lines } from './lines.tsx';
import type { Month } from './totals.ts';

interface MonthDetailProps {
  p: Kind;
  month: Month;
  show: Filters['show'];
}

/** What a month was spent on, and its lines. */
export function MonthDetail({ p, month: { period, charged }, show }: MonthDetailProps) {
  const likely = useLikely(p);
  return (
    <div className={styles.detail}>
      {show !== 'in' && charged !== '0.00' && <Services p={p} period={period} charged={charged} likely={likely} />}
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

/** Services of a month beyond these are shown when asked for. */
const AT_FIRST = 5;

interface ServicesProps {
  p: Kind;
  period: string;
  charged: string;
  likely: Likely;
}

function Services({ p, period, charged, likely }: ServicesProps) {
  const { data, error, refetch } = useCall(accounts[p].services, { query: { period } });
  return (
    <section aria-label="На что ушло">
      <h3 className={styles.heading}>На что ушло</h3>
      {data && <ServiceList of={charged} {...data} />}
      {!data && error && <ErrorBlock title="Не загрузили итоги по услугам." onRetry={() => void refetch()} />}
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

function ServiceList({ services, incoming, of }: MonthServices & { of: string }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const hidden = isUnfolded ? 0 : Math.max(services.length - AT_FIRST, 0);
  return (
    <>
      <ul className={styles.services}>
        {services.slice(0, services.length - hidden).map((service) => (
          <Service key={service.user_id ?? service.phone_number ?? service.name} service={service} of={of} />
        ))}
      </ul>
      {hidden > 0 && (
        <TextButton onClick={() => setUnfolded(true)}>Ещё {counted(hidden, 'услуга', 'услуги', 'услуг')}</TextButton>
      )}
      <Returned incoming={incoming} />
    </>
  );
}

function Service({ service: { name, amount, lines }, of }: { service: MonthServices['services'][number]; of: string }) {
  const share = Math.min(100 * (fromWireMoney(amount) / Math.max(fromWireMoney(of), 1)), 100);
  return (
    <li>
      <span className={styles.serviceName}>
        {tied(name)}
        {lines > 1 && <small>{counted(lines, 'списание', 'списания', 'списаний')}</small>}
      </span>
      <span className={styles.share} aria-hidden="true">
        <i style={{ width: `${Math.max(share, 1)}%` }} />
      </span>
      <span className={styles.percent}>{share < 1 ? '<1' : number(Math.round(share))}%</span>
      <b>
        <Money value={amount} />
      </b>
    </li>
  );
}

/** Not everything that came was paid in: what was given back is told apart. */
function Returned({ incoming }: { incoming: MonthServices['incoming'] }) {
  const returned = incoming.filter(({ kind }) => kind !== 'payment' && kind !== 'opening');
  if (returned.length === 0) return null;
  const sum = returned.reduce((total, { amount }) => total + fromWireMoney(amount), 0);
  return (
    <p className={styles.returned}>
      Вернули и исправили в вашу пользу: {rubles(toWireMoney(kopecks(sum)), { kopecks: 'always' })}. Это входит в
      «Пополнено».
    </p>
  );
}
