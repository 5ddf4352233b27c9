import { useEffect, useState, type ReactNode } from 'react';
import { now, nowMs } from '#lib/clock.ts';
import { dayOf, dayText, keepTogether } from '#lib/format.ts';
import { clockText, useNow } from '#lib/use-now.ts';
import { forget, useDecision, type When } from '#shared/change/decision.ts';
import type { User } from '#shared/data/frame-data.ts';
import { Loaded } from '#shared/page/loaded.tsx';
import { Strip } from '#shared/page/strip.tsx';
import { PlanFacts, ServicePlan } from '#shared/service/service-plan.tsx';
import { priceText } from '#shared/money/price.texts.ts';
import { Button, ButtonRow } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { sayError, saySuccess } from '#ui/toast-store.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { PlanTable } from './plan-table.tsx';
import { differenceText, timesFor } from './plan.texts.ts';
import styles from './plan.module.css';
import { useInDebt, usePlanOptions, type PlanOptions } from './use-options.ts';
import { useFollowing } from './use-following.ts';
import { useDelayCancel } from './use-plan.ts';

interface OfKind {
  /** Below the table of plans: how plans of this kind differ otherwise. */
  comparison?: (options: PlanOptions) => ReactNode;
  /** In the dialog: what the new plan brings and takes, besides money. */
  difference?: (planId: number) => ReactNode;
}
/** The plan and its actions: other plans, the planned one, the previous one. */
export function PlanSection({ user, ...own }: OfKind & { user: User }) {
  const answer = usePlanOptions(user.user_id);
  const today = dayOf(now());
  if (user.plan === null) return <ServicePlan user={user} today={today} />;
  return (
    <Loaded
      answer={answer}
      failed="Не удалось загрузить тарифы и опции."
      known={<ServicePlan user={user} today={today} />}
      skeleton={<PlanSkeleton user={user} name={user.plan.name} today={today} />}
    >
      {(options) => (
        <Known user={user} options={options} today={today} onStale={() => void answer.refetch()} {...own} />
      )}
    </Loaded>
  );
}

/** Shows the data of the list of services at once, and reserves the height of the rest. */
function PlanSkeleton({ user, name, today }: { user: User; name: string; today: string }) {
  return (
    <Card title={`Тариф «${name}»`}>
      <PlanFacts user={user} today={today} alone />
      <div className={styles.more}>
        <Skeleton width="11.25rem" height="3rem" round="md" />
      </div>
    </Card>
  );
}

interface KnownProps {
  user: User;
  options: PlanOptions;
  today: string;
  onStale: () => void;
}

/** The current choice: the plan, when, and whether it is an undo. */
interface Chosen {
  plan: Pick<PlanOptions['plans'][number], 'plan_id' | 'name'>;
  times: readonly When[];
  isUndo?: boolean;
}

function Known({ user, options, today, onStale, comparison, difference }: KnownProps & OfKind) {
  const decision = useDecision();
  const [chosen, setChosen] = useState(() => decidedBefore(options, decision));
  const [isOpen, setOpen] = useState(chosen !== undefined);
  const inDebt = useInDebt();
  const { place, followIt } = useFollowing();
  const giveBack = (): void => {
    if (options.undo) setChosen({ plan: options.undo.plan, times: ['now'], isUndo: true });
  };
  const close = (): void => {
    forget();
    setChosen(undefined);
  };
  return (
    <>
      <div ref={place}>
        <PresentPlan user={user} options={options} today={today} onGiveBack={giveBack} onStale={onStale}>
          <Button look="soft" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Свернуть тарифы' : 'Сравнить тарифы'}
          </Button>
        </PresentPlan>
      </div>
      {isOpen && (
        <>
          <PlanTable
            options={options}
            today={today}
            onChoose={(offer) => setChosen({ plan: offer, times: timesFor(options, offer) })}
            onGiveBack={giveBack}
          />
          {comparison?.(options)}
        </>
      )}
      {chosen && (
        <PlanDialog
          user={user}
          options={options}
          {...chosen}
          inDebt={inDebt}
          today={today}
          onDone={() => {
            setOpen(false);
            followIt();
          }}
          onClose={close}
        >
          {difference?.(chosen.plan.plan_id)}
        </PlanDialog>
      )}
    </>
  );
}

type PresentPlanProps = KnownProps & { onGiveBack: () => void; children: ReactNode };

/** The plan with what is planned, what can be undone, and a button to compare plans if there are others. */
function PresentPlan({ children, ...known }: PresentPlanProps) {
  const { user, options, today } = known;
  return (
    <Card title={`Тариф «${options.plan?.name ?? ''}»`}>
      <PlanFacts user={user} today={today} alone />
      <Strips {...known} />
      {options.plans.length > 1 && (
        <div className={styles.more}>
          <ButtonRow stacked>{children}</ButtonRow>
        </div>
      )}
    </Card>
  );
}

/** The change that can be undone, and the planned change. */
function Strips({ user, options, today, onGiveBack, onStale }: KnownProps & { onGiveBack: () => void }) {
  const { undo, planned } = options;
  return (
    <>
      {undo && <Undo undo={undo} onGiveBack={onGiveBack} onOver={onStale} />}
      {planned && <Planned userId={user.user_id} options={options} planned={planned} today={today} />}
    </>
  );
}

/** The plan that the client was choosing before leaving to pay, unless it is forbidden now. */
function decidedBefore(options: PlanOptions, { plan: id, when }: ReturnType<typeof useDecision>): Chosen | undefined {
  const offer = options.plans.find(({ plan_id, control }) => plan_id === id && control.status === 'off');
  if (!offer) return undefined;
  const times = timesFor(options, offer);
  return { plan: offer, times: when && times.includes(when) ? [...new Set([when, ...times])] : times };
}

interface UndoProps {
  undo: NonNullable<PlanOptions['undo']>;
  onGiveBack: () => void;
  /** Called when the time for undo is over. */
  onOver: () => void;
}

/** Offers the previous plan while the change can be undone without loss. */
function Undo({ undo: { plan, until }, onGiveBack, onOver }: UndoProps) {
  const end = Date.parse(until);
  const left = end - useNow(nowMs() < end);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) onOver();
    // Call it once, even if the callback changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);
  if (isOver) return null;
  return (
    <div className={styles.more}>
      <Strip
        icon="clock"
        title={keepTogether(`Прежний тариф — «${plan.name}»`)}
        action={
          <Button look="line" size="sm" onClick={onGiveBack}>
            Вернуть прежний тариф
          </Button>
        }
      >
        Вернём его без потерь, если передумаете:{' '}
        <span className={styles.left}>
          ещё{' '}
          <span role="timer" className={styles.timer}>
            {clockText(left / 1000)}
          </span>
        </span>
      </Strip>
    </div>
  );
}

interface PlannedProps {
  userId: number;
  options: PlanOptions;
  planned: NonNullable<PlanOptions['planned']>;
  today: string;
}

/** The planned plan; the client can cancel it, unless the provider has planned it. */
function Planned({ userId, options, planned: { plan, from, control }, today }: PlannedProps) {
  const { mutate, isPending } = useDelayCancel();
  const offer = options.plans.find(({ plan_id }) => plan_id === plan.plan_id);
  const cancel = (): void =>
    mutate(
      { body: { user_id: userId } },
      {
        onSuccess: () => void saySuccess('Смена тарифа отменена', `Остаётся «${options.plan?.name ?? ''}»`),
        onError: (failure) => void sayError(failure, 'Повторите через минуту', 'Смену не отменили'),
      },
    );
  return (
    <div className={styles.more}>
      <Strip
        icon="calendar-clock"
        title={keepTogether(`С ${dayText(from, today)} — «${plan.name}»`)}
        action={
          control.status !== 'locked' && (
            <Button look="line" size="sm" busy={isPending} onClick={cancel}>
              Отменить переход
            </Button>
          )
        }
      >
        {`${keepTogether(plan.summary)}, ${priceText(plan)}${offer ? `: ${differenceText(offer.difference)}` : ''}.`}
        {control.status === 'locked' && ` ${control.text}.`}
      </Strip>
    </div>
  );
}
