import { contract, type Wire } from '#api/contract.ts';
import { useCall } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { dayOf, monthText, negative, phone } from '#lib/format.ts';
import { useParams } from '#lib/router.tsx';
import { isZero } from '#parts/account-sums.ts';
import { PageHead } from '#parts/page-head.tsx';
import { Loaded } from '#parts/service-loaded.tsx';
import { ServiceLost } from '#parts/service-lost.tsx';
import { SupportLine } from '#parts/service-support.tsx';
import { Empty } from '#ui/callout.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { Money } from '#ui/money.tsx';
import { Line, Rows } from '#ui/rows.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { usePhoneNumber } from './number-data.ts';

type Month = Wire<typeof contract.telephoneAccount.statTotal>['items'][number];

const waiting = (
  <Card>
    <SkeletonRows label="Загружаем расходы" tile={false} count={4} />
  </Card>
);

/** What the telephone account paid by month; single calls are told by the support. */
export function Page() {
  const { phone_number: wanted = '' } = useParams();
  const number = usePhoneNumber(wanted);
  const months = useCall(
    contract.telephoneAccount.statTotal,
    { query: { limit: 12 } },
    { enabled: number.data !== undefined },
  );
  if (number.lost) return <ServiceLost />;
  return (
    <>
      <PageHead
        title="Звонки и расходы"
        back={{ to: `/telephone/${wanted}`, text: phone(wanted) }}
        lead="Сколько списали со счёта «Телефон» за все его номера."
      />
      <Stack>
        <Loaded answer={number} failed="Не загрузили номер." skeleton={waiting}>
          {() => (
            <Loaded answer={months} failed="Не загрузили расходы." skeleton={waiting}>
              {({ items }) => <Months months={items} />}
            </Loaded>
          )}
        </Loaded>
        <SupportLine>Список звонков за период пришлёт поддержка</SupportLine>
      </Stack>
    </>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Months({ months }: { months: readonly Month[] }) {
  const today = dayOf(now());
  if (months.length === 0) {
    return (
      <Card title="Расходы по месяцам">
        <Empty icon="phone" title="Расходов ещё не было">
          Первый месяц появится здесь после первого списания.
        </Empty>
      </Card>
    );
  }
  return (
    <Card title="Расходы по месяцам">
      <Rows>
        {months.map(({ period, charged }) => (
          <Line
            key={period}
            title={capital(monthText(period, today))}
            value={<Money value={isZero(charged) ? charged : negative(charged)} />}
          />
        ))}
      </Rows>
    </Card>
  );
}
