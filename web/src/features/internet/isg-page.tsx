import { contract } from '#api/contract.ts';
import { useCall } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { dayOf, dayText, monthText, tied } from '#lib/format.ts';
import { Link, useParams } from '#lib/router.tsx';
import type { User } from '#parts/frame-data.ts';
import { PageHead } from '#parts/page-head.tsx';
import { useService } from '#parts/service-data.ts';
import { Loaded } from '#parts/service-loaded.tsx';
import { ServiceLost } from '#parts/service-lost.tsx';
import { pathOf } from '#parts/service-state.tsx';
import { SupportLine } from '#parts/service-support.tsx';
import { Empty } from '#ui/callout.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { Money } from '#ui/money.tsx';
import { Line, Rows } from '#ui/rows.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { chargedPeriods, PERIOD, type ChargedPeriod } from './isg-periods.ts';

/** As many of the latest charges of the contract as one answer holds. */
const LATEST = { query: { limit: 100 } } as const;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The months of an internet service with what was charged for it, or one of them line by line. */
export function Page() {
  const { user_id: id = '', period } = useParams();
  const service = useService('internet', id);
  if (service.lost || (period !== undefined && !PERIOD.test(period))) return <ServiceLost />;
  return (
    <Loaded answer={service} failed="Не загрузили услугу." skeleton={<PageHead title="История периодов" />}>
      {(user) => <Periods user={user} period={period} />}
    </Loaded>
  );
}

function Periods({ user, period }: { user: User; period: string | undefined }) {
  const today = dayOf(now());
  const charges = useCall(contract.internetAccount.statCharges, LATEST);
  const title = period === undefined ? 'История периодов' : capital(monthText(period, today));
  const back =
    period === undefined
      ? { to: pathOf(user), text: user.name }
      : { to: `${pathOf(user)}/isg`, text: 'История периодов' };
  return (
    <>
      <PageHead title={title} back={back} lead={tied(`${user.name}, ${user.address}`)} />
      <Stack>
        <Loaded
          answer={charges}
          failed="Не загрузили списания."
          skeleton={
            <Card>
              <SkeletonRows label="Загружаем периоды" tile={false} count={5} />
            </Card>
          }
        >
          {({ items }) => (
            <Charged periods={chargedPeriods(items, user.user_id)} user={user} period={period} today={today} />
          )}
        </Loaded>
        <SupportLine>Трафик и сеансы за период подскажет поддержка</SupportLine>
      </Stack>
    </>
  );
}

interface ChargedProps {
  periods: readonly ChargedPeriod[];
  user: User;
  period: string | undefined;
  today: string;
}

function Charged({ periods, user, period, today }: ChargedProps) {
  if (period !== undefined) return <OnePeriod charged={periods.find((one) => one.period === period)} today={today} />;
  if (periods.length === 0) return <NothingCharged />;
  return (
    <Card title="Списания по месяцам">
      <Rows>
        {periods.map((one) => (
          <Line
            key={one.period}
            title={<Link to={`${pathOf(user)}/isg/${one.period}`}>{capital(monthText(one.period, today))}</Link>}
            value={<Money value={one.amount} />}
          />
        ))}
      </Rows>
    </Card>
  );
}

const NothingCharged = () => (
  <Card title="Списания">
    <Empty icon="calendar" title="Списаний не было">
      Среди последних списаний по договору этой услуги нет. Первое появится здесь в&nbsp;день оплаты тарифа.
    </Empty>
  </Card>
);

function OnePeriod({ charged, today }: { charged: ChargedPeriod | undefined; today: string }) {
  if (!charged) return <NothingCharged />;
  return (
    <Card title="Списания" aside={<Money value={charged.amount} />}>
      <Rows>
        {charged.charges.map(({ entry_id, text, amount, day }) => (
          <Line key={entry_id} title={tied(text)} value={<Money value={amount} />} note={dayText(day, today)} />
        ))}
      </Rows>
    </Card>
  );
}
