import { useState } from 'react';
import { dayText, keepTogether, magnitude, rubles } from '#web/lib/text/format.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { priceText } from '#web/shared/money/price.texts.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Chips, Ways } from '#web/ui/field/choice.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { StaffChangeDialog } from './staff-change-dialog.tsx';
import { useRehearsal } from './use-rehearsal.ts';

type List = Wire<typeof contract.plans.list>;
type Offer = List['plans'][number];

export interface ServiceOf {
  readonly user_id: number;
  readonly name: string;
  /** Services of its account are off for debt. */
  readonly inDebt: boolean;
}

interface PlansDialogProps {
  service: ServiceOf;
  today: string;
  onClose: () => void;
}

/** The plans that a service can change to; then what the chosen one costs, now and later; then the change. */
export function PlansDialog({ service, today, onClose }: PlansDialogProps) {
  const list = useAnswer(contract.plans.list, { query: { user_id: String(service.user_id) } });
  const [chosen, setChosen] = useState<Offer>();
  if (chosen && list.data) return <ChangeTo {...{ service, today, onClose }} list={list.data} plan={chosen} />;
  return (
    <Dialog open onClose={onClose} title={`Сменить тариф: ${service.name}`}>
      <Loaded
        alone
        answer={list}
        failed="Тарифы не загрузились."
        skeleton={<SkeletonRows label="Загружаем тарифы" count={4} tile={false} />}
      >
        {(told) => <Offers told={told} service={service} today={today} onChoose={setChosen} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

interface OffersProps extends PlansDialogProps {
  told: List;
  onChoose: (plan: Offer) => void;
}

function Offers({ told, service, today, onChoose, onClose }: OffersProps) {
  const locked = told.plans.find(({ control }) => control.status === 'locked');
  const others = told.plans.filter(({ control }) => control.status === 'off');
  return (
    <>
      {told.plan && (
        <p>
          Сейчас «{told.plan.name}», {told.plan.summary}, {priceText(told.plan)}.
        </p>
      )}
      {told.planned && <Planned planned={told.planned} {...{ service, today, onClose }} />}
      {locked && (
        <Callout tone="wait" title="Сменить нельзя.">
          {locked.control.text}.
        </Callout>
      )}
      {others.length > 0 && (
        <Ways
          legend="На какой"
          name="plan"
          value={undefined}
          onChange={(id) => {
            const plan = others.find((one) => String(one.plan_id) === id);
            if (plan) onChoose(plan);
          }}
          options={others.map((plan) => ({
            value: String(plan.plan_id),
            title: `«${plan.name}»`,
            note: `${plan.summary}, ${dearerText(plan)}`,
            aside: priceText(plan),
          }))}
        />
      )}
    </>
  );
}

/** «на 140 ₽ в месяц дороже»: what a clerk is asked next. */
function dearerText({ difference }: Offer): string {
  if (isZero(difference)) return 'столько же';
  return `на ${rubles(magnitude(difference))} в месяц ${difference.startsWith('-') ? 'дешевле' : 'дороже'}`;
}

function Planned({ planned, service, today, onClose }: PlansDialogProps & { planned: NonNullable<List['planned']> }) {
  const cancel = useChange(contract.plans.cancel);
  const onCancel = (): void =>
    cancel.mutate(
      { body: { user_id: service.user_id } },
      {
        onSuccess: ({ plan }) => {
          saySuccess('Смену отменили', `«${plan}» не включится`);
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Отменить не получилось. Повторите'),
      },
    );
  return (
    <Callout
      tone="info"
      title={keepTogether(`С ${dayText(planned.from, today)} включится «${planned.plan.name}».`)}
      action={
        <Button look="line" size="sm" busy={cancel.isPending} onClick={onCancel}>
          Отменить смену
        </Button>
      }
    />
  );
}

type When = 'now' | 'next_period';

function ChangeTo({ service, today, onClose, list, plan }: PlansDialogProps & { list: List; plan: Offer }) {
  const [when, setWhen] = useState<When>('next_period');
  const change = useChange(contract.plans.change);
  const body = { user_id: service.user_id, plan_id: plan.plan_id, when };
  const rehearsal = useRehearsal(contract.plans.change, body, { paused: change.isPending });
  const from = list.next_period ?? today;
  return (
    <StaffChangeDialog
      title={keepTogether(`${service.name}: перейти на «${plan.name}»?`)}
      verb={when === 'now' ? 'Перейти сейчас' : keepTogether(`Перейти ${dayText(from, today)}`)}
      back="Не менять"
      rehearsal={rehearsal}
      today={today}
      inDebt={service.inDebt}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={(version, refused) =>
        change.mutate(
          { body: { ...body, version } },
          {
            onSuccess: (done) => {
              saySuccess(
                done.from === today ? `Теперь «${plan.name}»` : 'Смена запланирована',
                'Абоненту написали об этом',
              );
              onClose();
            },
            onError: refused,
          },
        )
      }
    >
      <Chips
        label="Когда перейти"
        value={when}
        onChange={setWhen}
        options={[
          { value: 'next_period', text: keepTogether(`С ${dayText(from, today)}`) },
          { value: 'now', text: 'Сейчас' },
        ]}
      />
    </StaffChangeDialog>
  );
}
