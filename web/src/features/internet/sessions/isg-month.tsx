import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePages } from '#web/api/use-pages.ts';
import { now } from '#web/lib/clock/clock.ts';
import { bytes, capital, dayOf, dayText, monthText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import { useDocument } from '#web/shared/page/open-document.ts';
import { pathOf } from '#web/shared/service/text/service-state.tsx';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Select } from '#web/ui/field/field.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { TrafficChart, type TrafficBar } from './isg-chart.tsx';
import { LiveCard } from './isg-live.tsx';
import { lastText, MOST_MONTHS, sessionsText, type MonthUse, type IsgUse } from './isg-periods.ts';
import { SessionRows } from './isg-sessions.tsx';
import styles from './isg-sessions.module.css';

interface MonthProps {
  user: User;
  period: string;
}

/** One month; says so if it is before the contract or has not come. */
export function IsgMonth({ user, period }: MonthProps) {
  const { data: client } = useCall(contract.internetContract.get, {});
  if (period > dayOf(now()).slice(0, 7)) return <NotYet user={user} period={period} />;
  if (client && period < client.opened_on.slice(0, 7)) return <BeforeContract user={user} since={client.opened_on} />;
  return <KnownMonth user={user} period={period} />;
}

const NotYet = ({ user, period }: MonthProps) => (
  <Card>
    <Empty
      icon="calendar"
      title={`${capital(monthText(period, dayOf(now())))} ещё не\u00a0наступил`}
      action={<Link to={`${pathOf(user)}/isg/${dayOf(now()).slice(0, 7)}`}>Сеансы этого месяца</Link>}
    />
  </Card>
);

function BeforeContract({ user, since }: { user: User; since: string }) {
  const { data } = useCall(contract.internetAccount.statIsg, { query: { user_id: user.user_id, limit: MOST_MONTHS } });
  const first = data?.next === null ? data.months.at(-1)?.period : undefined;
  return (
    <Card>
      <Empty
        icon="calendar"
        title="Договор начался позже"
        action={
          first === undefined ? (
            <Link to={`${pathOf(user)}/isg`}>Все месяцы с&nbsp;сеансами</Link>
          ) : (
            <Link to={`${pathOf(user)}/isg/${first}`}>Первый месяц: {monthText(first, '')}</Link>
          )
        }
      >
        Вы с&nbsp;нами с&nbsp;{dayText(since, '')}, раньше сеансов быть не&nbsp;могло.
      </Empty>
    </Card>
  );
}

/** Live sessions, totals, days or hours, sessions. */
function KnownMonth({ user, period }: MonthProps) {
  const { user_id } = user;
  const [day, setDay] = useState('');
  const month = useCall(contract.internetAccount.statIsg, { query: { user_id, period, limit: 1 } });
  return (
    <LoadedCard
      title="За месяц"
      answer={month}
      failed="Не удалось загрузить сеансы."
      skeleton={<SkeletonRows label="Загружаем сеансы" tile={false} count={6} />}
    >
      {(use) => {
        const [total] = use.months;
        if (!total) return <NoSessions period={period} />;
        return (
          <>
            {period === dayOf(now()).slice(0, 7) && <LiveCard user={user} sessions={use.live} />}
            <Totals user={user} total={total} days={use.days} period={period} />
            <Sessions user={user} period={period} days={use.days} day={day} onDay={setDay} />
          </>
        );
      }}
    </LoadedCard>
  );
}

const NoSessions = ({ period }: { period: string }) => (
  <Card>
    <Empty icon="calendar" title={`Сеансов за\u00a0${monthText(period, dayOf(now()))} нет`}>
      В&nbsp;этом месяце услуга к&nbsp;сети не&nbsp;подключалась.
    </Empty>
  </Card>
);

interface TotalsProps extends MonthProps {
  total: MonthUse;
  days: IsgUse['days'];
}

function Totals({ user: { user_id }, total, days, period }: TotalsProps) {
  const document = useDocument();
  const most = days.toSorted((a, b) => b.bytes_in + b.bytes_out - a.bytes_in - a.bytes_out)[0];
  const told = most && `Больше всего ${dayText(most.day, period)}: ${bytes(most.bytes_in + most.bytes_out)}.`;
  return (
    <Card
      title="За месяц"
      aside={
        <Button
          look="soft"
          size="sm"
          busy={document.isPending}
          onClick={() => document.open({ kind: 'sessions', user_id, period })}
        >
          Скачать таблицу
        </Button>
      }
    >
      <dl className={styles.figures}>
        <div>
          <dt>Принято</dt>
          <dd>{bytes(total.bytes_in)}</dd>
        </div>
        <div>
          <dt>Отправлено</dt>
          <dd>{bytes(total.bytes_out)}</dd>
        </div>
        <div>
          <dt>В сети</dt>
          <dd>{lastText(total.seconds)}</dd>
        </div>
        <div>
          <dt>Сеансов</dt>
          <dd>{total.sessions}</dd>
        </div>
      </dl>
      <TrafficChart
        bars={barsOf(period, days)}
        sentence={`Трафик по дням. ${told ?? ''} Точные числа — в выборе дня ниже.`}
      />
    </Card>
  );
}

/** A bar for every day of the month; the first and each fifth one have a label. */
function barsOf(period: string, days: IsgUse['days']): TrafficBar[] {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const byDay = new Map(days.map((one) => [Number(one.day.slice(8)), one]));
  return Array.from({ length: count }, (_, index) => {
    const { bytes_in = 0, bytes_out = 0 } = byDay.get(index + 1) ?? {};
    const isNamed = index === 0 || (index + 1) % 5 === 0;
    const name = dayText(`${period}-${String(index + 1).padStart(2, '0')}`, period);
    return { key: String(index), name, label: isNamed ? String(index + 1) : '', bytes_in, bytes_out };
  });
}

const ON_A_PAGE = 30;

interface SessionsProps extends MonthProps {
  days: IsgUse['days'];
  /** Empty: the whole month. */
  day: string;
  onDay: (day: string) => void;
}

function Sessions({ user: { user_id }, period, days, day, onDay }: SessionsProps) {
  const pages = usePages(contract.internetAccount.statIsg, ON_A_PAGE, {
    user_id: String(user_id),
    period,
    ...(day !== '' && { day }),
  });
  return (
    <Card title="Сеансы">
      <div className={styles.filter}>
        <Select label="День" value={day} onChange={({ target }) => onDay(target.value)}>
          <option value="">Весь месяц</option>
          {days.toReversed().map((one) => (
            <option key={one.day} value={one.day}>
              {`${dayText(one.day, period)}: ${bytes(one.bytes_in + one.bytes_out)}, ${lastText(one.seconds)}, ${sessionsText(one.sessions)}`}
            </option>
          ))}
        </Select>
      </div>
      {day !== '' && <Hours key={day} query={{ user_id, period, day, limit: 1 }} />}
      {pages.failed && <ErrorBlock title="Не удалось загрузить список сеансов." onRetry={pages.again} />}
      {!pages.items && !pages.failed && <SkeletonRows label="Загружаем сеансы" tile={false} count={6} />}
      {pages.items && <SessionRows sessions={pages.items} />}
      <div className={styles.more}>
        <LoadMore pages={pages}>Показать ещё сеансы</LoadMore>
      </div>
    </Card>
  );
}

/** The traffic of a day by hour. */
function Hours({ query }: { query: { user_id: number; period: string; day: string; limit: number } }) {
  const { data } = useCall(contract.internetAccount.statIsg, { query });
  if (!data || data.hours.length === 0) return null;
  const byHour = new Map(data.hours.map((one) => [one.hour, one]));
  const bars = Array.from({ length: 24 }, (_, hour) => {
    const { bytes_in = 0, bytes_out = 0 } = byHour.get(hour) ?? {};
    return {
      key: String(hour),
      name: `${hour}:00–${hour + 1}:00`,
      label: hour % 6 === 0 ? `${hour}:00` : '',
      bytes_in,
      bytes_out,
    };
  });
  const [first, last] = [data.hours[0]?.hour ?? 0, data.hours.at(-1)?.hour ?? 0];
  return (
    <div className={styles.hours}>
      <TrafficChart bars={bars} sentence={`Трафик по часам, с ${first}:00 до ${last + 1}:00.`} />
    </div>
  );
}
