import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, number, rubles, timeText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';
import { AskSecond } from '../look/ask-second.tsx';
import { soldPriceText, type ShownItem } from './catalogue.texts.ts';
import styles from './catalogue.module.css';

export interface WantedPrice {
  readonly kind: ShownItem['kind'];
  readonly id: string;
  readonly from: string;
  readonly price: string;
}

type Effect = Wire<typeof contract.prices.preview>;

/** «Плюс 276 750 ₽ в месяц» */
function headingOf({ month: { was, will } }: Effect): string {
  const difference = Math.round((Number(will) - Number(was)) * 100) / 100;
  if (difference === 0) return 'Что будет: доход не изменится';
  return `Что будет: ${difference > 0 ? 'плюс' : 'минус'} ${rubles(Math.abs(difference).toFixed(2))} за 30 дней`;
}

interface ForecastProps {
  item: ShownItem;
  wanted: WantedPrice;
  onDone: () => void;
}

/** The price carried out for all contracts and rolled back; then the button that plans it for as many as were counted. */
export function Forecast({ item, wanted, onDone }: ForecastProps) {
  const answer = useQuery({
    queryKey: [contract.prices.preview.path, wanted],
    queryFn: ({ signal }) =>
      sendForStaff(
        contract.prices.preview,
        { body: wanted },
        {
          signal,
        },
      ),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const refusal = refusalOf(answer.error);
  if (refusal) {
    return (
      <Callout tone="bad" role="alert" title="Так нельзя.">
        {readable(refusal.message, 'Измените цену или день')}.
      </Callout>
    );
  }
  return (
    <Loaded
      alone
      answer={answer}
      failed="Не удалось посчитать."
      skeleton={<SkeletonRows label="Считаем на всех договорах" count={3} tile={false} />}
    >
      {(effect) => (
        <div className={styles.forecast} aria-live="polite">
          <div>
            <h3>{headingOf(effect)}</h3>
            <p className={styles.note}>Посчитано в {timeText(now())} на всех договорах, ничего не изменилось.</p>
          </div>
          <Figures effect={effect} />
          <Publish item={item} wanted={wanted} effect={effect} onDone={onDone} onStale={() => void answer.refetch()} />
        </div>
      )}
    </Loaded>
  );
}

function Figures({ effect }: { effect: Effect }) {
  const { was, will, contracts, services, idle, debtors, month, buyers } = effect;
  const isDearer = Number(will) > Number(was);
  const figures = [
    [
      isDearer ? 'Заплатят больше' : 'Заплатят меньше',
      number(contracts),
      services > contracts ? `услуг ${number(services)}` : `из ${number(buyers)}`,
    ],
    ['Не хватит на первое списание', number(debtors), 'хватило бы по прежней цене'],
    ['За 30 дней', rubles(month.will), `сейчас ${rubles(month.was)}`],
    ['Сейчас не платят', number(idle), 'услуги отключены или на паузе'],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([title, value, note]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {value}
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PublishProps extends ForecastProps {
  effect: Effect;
  onStale: () => void;
}

function Publish({ item, wanted, effect, onDone, onStale }: PublishProps) {
  const plan = useChange(contract.prices.plan);
  const mayPlan = useMay('prices plan');
  const [failure, setFailure] = useState<Error>();
  const refusal = refusalOf(failure ?? null);
  const today = dayOf(now());
  const input = { ...wanted, contracts: String(effect.buyers) };
  const words = `${soldPriceText(wanted.price, item.unit)} с ${dayText(wanted.from, today)}`;
  if (!mayPlan) return <p className={styles.note}>Назначает бухгалтер; вы соглашаетесь.</p>;
  const press = (): void =>
    plan.mutate(
      { body: input },
      {
        onSuccess: () => {
          saySuccess('Назначили', `«${item.name}»: ${words}. Абонентов предупреждаем`);
          onDone();
        },
        onError: setFailure,
      },
    );
  return (
    <>
      {refusal && <NotPlanned refusal={refusal} buyers={effect.buyers} onStale={onStale} />}
      <ButtonRow>
        {refusal?.code !== 'second_person_needed' && (
          <Button busy={plan.isPending} onClick={press}>
            Назначить {words}
          </Button>
        )}
        <AskSecond
          failure={failure}
          call="prices plan"
          input={input}
          reason={`«${item.name}»: ${words}`}
          onAsked={onDone}
        />
      </ButtonRow>
    </>
  );
}

interface NotPlannedProps {
  refusal: NonNullable<ReturnType<typeof refusalOf>>;
  buyers: number;
  onStale: () => void;
}

/** Why it was not planned, and what to do. */
function NotPlanned({ refusal, buyers, onStale }: NotPlannedProps) {
  return (
    <Callout
      tone="wait"
      role="alert"
      title={refusal.code === 'second_person_needed' ? 'Нужен второй человек.' : 'Не назначили.'}
      action={
        refusal.code === 'price_refused' && (
          <Button size="sm" look="line" onClick={onStale}>
            Посчитать снова
          </Button>
        )
      }
    >
      {refusal.code === 'second_person_needed'
        ? `Новую цену увидят ${number(buyers)} договоров: согласиться должен бухгалтер или владелец.`
        : `${readable(refusal.message, 'Измените цену или день')}.`}
    </Callout>
  );
}
