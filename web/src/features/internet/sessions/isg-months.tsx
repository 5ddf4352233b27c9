import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { openSheet } from '#web/lib/page/sheet.ts';
import { capital, bytes, dayOf, keepTogether, monthText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { serviceLook } from '#web/shared/service/text/service.texts.ts';
import { pathOf } from '#web/shared/service/text/service-state.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { Line, Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { TrafficChart } from './isg-chart.tsx';
import { LiveCard } from './isg-live.tsx';
import { lastText, MOST_MONTHS, sessionsText, type MonthUse } from './isg-periods.ts';
import styles from './isg-sessions.module.css';

const A_YEAR = 12;

/** Months with time and traffic, newest first; a year at first, more on request. */
export function IsgMonths({ user }: { user: User }) {
  const [limit, setLimit] = useState(A_YEAR);
  const use = useCall(contract.internetAccount.statIsg, { query: { user_id: user.user_id, limit } });
  return (
    <LoadedCard
      title="История сеансов"
      answer={use}
      failed="Не удалось загрузить историю сеансов."
      skeleton={<SkeletonRows label="Загружаем историю" tile={false} count={5} />}
    >
      {({ months, live, next }) =>
        months.length === 0 ? (
          <Card>
            <Empty icon="calendar" title="Сеансов ещё не было">
              Подключите роутер к&nbsp;сети, и&nbsp;первый сеанс появится здесь.
            </Empty>
          </Card>
        ) : (
          <>
            {live.length === 0 ? <NotOnline user={user} /> : <LiveCard user={user} sessions={live} />}
            {months.length > 1 && <YearChart months={months.slice(0, A_YEAR)} />}
            <Card title="По месяцам">
              <MonthRows user={user} months={months} />
              {next !== null && limit < MOST_MONTHS && (
                <div className={styles.older}>
                  <ButtonRow>
                    <Button look="soft" size="sm" onClick={() => setLimit(MOST_MONTHS)}>
                      Показать прежние месяцы
                    </Button>
                  </ButtonRow>
                </div>
              )}
            </Card>
          </>
        )
      }
    </LoadedCard>
  );
}

/** Without a session: why, and the way to one. */
function NotOnline({ user }: { user: User }) {
  const isOff = user.state !== 'active';
  return (
    <Card title="Сейчас не в сети">
      <Stack>
        <p>
          {keepTogether(
            isOff
              ? `${serviceLook('internet', user, () => false).word}: сеанс начнётся, когда услуга снова заработает.`
              : 'Роутер сейчас не подключён к сети. Если он включён, проверим, что мешает.',
          )}
        </p>
        <ButtonRow>
          <Button look="soft" size="sm" onClick={() => openSheet({ name: 'trouble', userId: user.user_id })}>
            {isOff ? 'Что сделать' : 'Проверить'}
          </Button>
        </ButtonRow>
      </Stack>
    </Card>
  );
}

function MonthRows({ user, months }: { user: User; months: readonly MonthUse[] }) {
  const today = dayOf(now());
  return (
    <Rows>
      {months.map(({ period, seconds, sessions, ...traffic }) => (
        <Line
          key={period}
          title={<Link to={`${pathOf(user)}/isg/${period}`}>{capital(monthText(period, today))}</Link>}
          value={bytes(traffic.bytes_in + traffic.bytes_out)}
          note={`В сети ${lastText(seconds)}, ${sessionsText(sessions)}. Принято ${bytes(traffic.bytes_in)}, отправлено ${bytes(traffic.bytes_out)}`}
        />
      ))}
    </Rows>
  );
}

function YearChart({ months }: { months: readonly MonthUse[] }) {
  const today = dayOf(now());
  const most = months.toSorted((a, b) => b.bytes_in + b.bytes_out - a.bytes_in - a.bytes_out)[0];
  const told = most && `Больше всего: ${monthText(most.period, today)}, ${bytes(most.bytes_in + most.bytes_out)}.`;
  const bars = months.map((month, index) => ({
    ...month,
    key: month.period,
    name: capital(monthText(month.period, today)),
    label: monthText(month.period, month.period).slice(0, 3),
    strong: index === 0,
  }));
  return (
    <Card title="Трафик">
      <TrafficChart
        ofMonths
        bars={bars.toReversed()}
        sentence={`Трафик по месяцам. ${told ?? ''} Точные числа в списке ниже.`}
      />
    </Card>
  );
}
