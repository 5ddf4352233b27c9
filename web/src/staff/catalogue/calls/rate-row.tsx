import { dayText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../../api/contract.ts';
import { useMay } from '../../api/me.ts';
import { useChange } from '../../api/use-call.ts';
import plane from '../../look/plane.module.css';
import { detailText, unitText, type CallRate } from './calls.texts.ts';

/** One price of calls: `title`, its zone or its plan. */
export function RateRow({ rate, title, today }: { rate: CallRate; title: string; today: string }) {
  return (
    <li className={plane.row}>
      <div>
        {title}{' '}
        {rate.state === 'planned' && (
          <State tone="wait" icon="calendar">
            с {dayText(rate.from, today)}
          </State>
        )}
        <span className={plane.sub}>
          {detailText(rate)}
          {rate.state !== 'planned' && `, с ${dayText(rate.from, today)}`}
        </span>
      </div>
      <span className={plane.end}>
        {unitText(rate)} {rate.state === 'planned' && <WithdrawRate rate={rate} />}
      </span>
    </li>
  );
}

function WithdrawRate({ rate: { plan_id: plan, zone, direction, from } }: { rate: CallRate }) {
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
