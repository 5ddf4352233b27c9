import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, monthText, phone } from '#web/lib/text/format.ts';
import { Link, useParams } from '#web/lib/page/router.tsx';
import { usePhoneNumbers, useUsers } from '#web/shared/data/frame-data.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { ServiceLost } from '#web/shared/page/service-lost.tsx';
import { pathOf } from '#web/shared/service/text/service-state.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Callout, Empty } from '#web/ui/card/callout.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { isArchived, spentText, type CallsOfMonth } from './call.texts.ts';
import { CallsFilters, type CallsFilter } from './calls-filters.tsx';
import { CallsList } from './calls-list.tsx';
import { MonthPicker } from './month-picker.tsx';
import { NUMBER } from '../numbers/number-data.ts';
import { NumberAccess } from './number-access.tsx';
import { NumbersVeil } from '../numbers/numbers-veil.tsx';
import { Packages } from '../packages.tsx';
import { useTyped } from '../use-typed.ts';
import { ZoneTotals } from './zone-totals.tsx';

/** Calls of one phone number or SIP line, month by month. */
export function CallsPage() {
  const { phone_number: number = '' } = useParams();
  return NUMBER.test(number) ? <NumberCalls number={number} /> : <ServiceLost />;
}

function NumberCalls({ number }: { number: string }) {
  // Load the current month first: its result lists the months with calls.
  const current = useCall(contract.telephoneCall.total, { query: { phone_number: number, limit: 1 } });
  const [period, setPeriod] = useState<string>();
  const back = useBack(number);
  if (current.error instanceof ApiError && current.error.status === 404) return <ServiceLost />;
  return (
    <>
      <PageHead
        title="Звонки"
        tab={`Звонки, ${phone(number)}`}
        back={back}
        lead={current.data && spentText(current.data)}
      />
      <Stack>
        <OffForDebt number={number} />
        <LoadedCard {...WAITING} answer={current}>
          {(first) => (
            <>
              <MonthPicker
                number={number}
                period={period ?? first.period}
                periods={first.periods}
                onPick={setPeriod}
                current={first.period}
              />
              <Month key={period ?? first.period} number={number} period={period ?? first.period} />
            </>
          )}
        </LoadedCard>
      </Stack>
    </>
  );
}

/** The parent page: that of the SIP line, or the telephone page for a phone number. */
function useBack(number: string): { to: string; text: string } {
  const { data: users } = useUsers();
  const line = users?.find(({ user_type, login }) => user_type === 'sip' && login === number);
  return { to: line ? pathOf(line) : `/telephone/${number}`, text: phone(number) };
}

const WAITING = {
  title: 'За месяц',
  failed: 'Не удалось загрузить звонки.',
  skeleton: <SkeletonRows label="Загружаем звонки" tile={false} count={6} />,
};

function OffForDebt({ number }: { number: string }) {
  const { data: numbers } = usePhoneNumbers();
  const own = numbers?.find(({ phone_number }) => phone_number === number);
  if (own?.reason !== 'debt') return null;
  return (
    <Callout tone="bad" title="Номер отключён за долг." action={<Link to={`/telephone/${number}`}>Как включить</Link>}>
      Новых звонков пока не&nbsp;будет. Прежние на&nbsp;месте.
    </Callout>
  );
}

function NoCalls({ period }: { period: string }) {
  return (
    <Card>
      <Empty icon="phone" title={`Звонков за\u00a0${monthText(period, dayOf(now()))} нет`}>
        Новые появятся, когда станция передаст их записи. Прежние месяцы — в&nbsp;списке выше.
      </Empty>
    </Card>
  );
}

/** The fewest digits for a search. */
const FEWEST_DIGITS = 2;

/** The typed text in the server's format: digits, with the Russian 8 as 7. */
function searched(typed: string): string | undefined {
  const digits = typed
    .replace(/\P{Nd}/gu, '')
    .replace(/^8(?=\d{10}$)/, '7')
    .slice(0, 15);
  return digits.length < FEWEST_DIGITS ? undefined : digits;
}

function Month({ number, period }: { number: string; period: string }) {
  const month = useCall(contract.telephoneCall.total, { query: { phone_number: number, limit: 1, period } });
  return (
    <LoadedCard {...WAITING} answer={month}>
      {(calls) =>
        calls.totals.length === 0 ? <NoCalls period={period} /> : <MonthCalls number={number} calls={calls} />
      }
    </LoadedCard>
  );
}

const Archived = () => (
  <Card title="Звонки">
    <Empty
      icon="archive"
      title={'Звонки этого месяца в\u00a0архиве'}
      action={<LinkButton to="/support/new">Создать заявку</LinkButton>}
    >
      Итоги выше верны. Сами звонки достанем по&nbsp;заявке.
    </Empty>
  </Card>
);

function MonthCalls({ number, calls }: { number: string; calls: CallsOfMonth }) {
  const { period, totals, hours, packages, numbers_shown_until: until } = calls;
  const [picked, setPicked] = useState<CallsFilter>({ direction: undefined, zone: undefined });
  const { typed, settled, setTyped } = useTyped();
  const zones = new Map(totals.map(({ zone, zone_name }) => [zone, zone_name]));
  return (
    <Columns>
      <Stack>
        <ZoneTotals title={`За\u00a0${monthText(period, dayOf(now()))}`} totals={totals} hours={hours} />
        {isArchived(calls) ? (
          <Archived />
        ) : (
          <CallsList
            zones={zones}
            wanted={{ phone_number: number, period, ...picked, q: until === null ? undefined : searched(settled) }}
            above={
              <>
                <NumbersVeil number={number} until={until} />
                <CallsFilters
                  picked={picked}
                  onPick={setPicked}
                  totals={totals}
                  canSearch={until !== null}
                  typed={until === null ? '' : typed}
                  onType={setTyped}
                />
              </>
            }
          />
        )}
      </Stack>
      <Stack>
        <Packages packages={packages} title="Минуты в тарифе" />
        <NumberAccess number={number} />
      </Stack>
    </Columns>
  );
}
