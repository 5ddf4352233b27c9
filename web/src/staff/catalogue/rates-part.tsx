import { useState } from 'react';
import { dayText, number, rubles } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';
import { RateDialog } from './rate-dialog.tsx';

type Rate = Wire<typeof contract.callRates.list>[number];

interface RatesPartProps {
  planId: number;
  today: string;
  noticeDays: number;
}

/** «2,20 ₽ за минуту» */
const unitText = ({ price, unit_seconds: unit }: Rate): string =>
  `${rubles(price)} за ${unit === 60 ? 'минуту' : `${number(unit)} с`}`;

const detailText = ({ direction, connection, free_seconds: free }: Rate): string =>
  [
    direction === 'out' ? 'исходящие' : 'входящие',
    ...(Number(connection) > 0 ? [`соединение ${rubles(connection)}`] : []),
    ...(free > 0 ? [`короче ${free} с бесплатно`] : []),
  ].join(', ');

/** What calls of a plan cost by zone: of today, and what is planned; its minutes. */
export function RatesPart({ planId, today, noticeDays }: RatesPartProps) {
  const answer = useAnswer(contract.callRates.list, { query: { plan_id: String(planId) } });
  const mayPlan = useMay('rates plan');
  const [isPlanning, setPlanning] = useState(false);
  return (
    <Part
      title="Цены звонков"
      aside={
        mayPlan && (
          <Button size="sm" look="soft" onClick={() => setPlanning(true)}>
            Новая цена…
          </Button>
        )
      }
    >
      <Loaded
        alone
        answer={answer}
        failed="Цены звонков не загрузились."
        skeleton={<SkeletonRows label="Загружаем цены звонков" tile={false} />}
      >
        {(rates) => {
          const shown = rates.filter(({ state }) => state !== 'past');
          return shown.length === 0 ? (
            <Empty icon="inbox" title="Цен звонков нет">
              Без них звонки не&nbsp;пройдут в&nbsp;счёт.
            </Empty>
          ) : (
            <ul className={plane.rows}>
              {shown.map((rate) => (
                <RateRow key={`${rate.zone} ${rate.direction} ${rate.from}`} rate={rate} today={today} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <Packages planId={planId} today={today} />
      {isPlanning && (
        <RateDialog planId={planId} today={today} noticeDays={noticeDays} onClose={() => setPlanning(false)} />
      )}
    </Part>
  );
}

function RateRow({ rate, today }: { rate: Rate; today: string }) {
  return (
    <li className={plane.row}>
      <div>
        {rate.zone_name}{' '}
        {rate.state === 'planned' && (
          <State tone="wait" icon="calendar">
            с {dayText(rate.from, today)}
          </State>
        )}
        <span className={plane.sub}>{detailText(rate)}</span>
      </div>
      <span className={plane.end}>
        {unitText(rate)} {rate.state === 'planned' && <WithdrawRate rate={rate} />}
      </span>
    </li>
  );
}

function WithdrawRate({ rate: { plan_id: plan, zone, direction, from } }: { rate: Rate }) {
  const withdraw = useChange(contract.callRates.withdraw);
  if (!useMay('rates withdraw')) return null;
  return (
    <Button
      size="sm"
      look="cut"
      busy={withdraw.isPending}
      onClick={() =>
        withdraw.mutate(
          { body: { plan_id: String(plan), zone, direction, from } },
          {
            onSuccess: () => saySuccess('Отозвали', 'Цена звонков не изменится'),
            onError: (failure) => void sayError(failure, 'Отозвать не получилось. Повторите'),
          },
        )
      }
    >
      Отозвать
    </Button>
  );
}

function Packages({ planId, today }: Omit<RatesPartProps, 'noticeDays'>) {
  const { data } = useAnswer(contract.callPackages.list, { query: { plan_id: String(planId) } });
  const open = data?.filter(({ until }) => until === null || until > today) ?? [];
  if (open.length === 0) return null;
  return (
    <ul className={plane.rows}>
      {open.map(({ package_id: id, name, minutes, zones, from, until }) => (
        <li key={id} className={plane.row}>
          <div>
            {name}
            <span className={plane.sub}>
              {zones.join(', ')}; с {dayText(from, today)}
              {until !== null && ` до ${dayText(until, today)}`}
            </span>
          </div>
          <span className={plane.end}>{number(minutes)} мин в&nbsp;месяц</span>
        </li>
      ))}
    </ul>
  );
}
