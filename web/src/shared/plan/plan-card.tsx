import { useEffect, useState, type ReactNode } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { useLocation } from '#web/lib/page/router.tsx';
import { forget, useDecision, type ChangeWhen } from '#web/shared/change/decision.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { PlanFacts, ServicePlan } from '#web/shared/service/page/service-plan.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { Asked, Planned, UndoStrip } from './plan-strips.tsx';
import { PlanTable } from './plan-table.tsx';
import { timesFor } from './plan.texts.ts';
import styles from './plan.module.css';
import { useInDebt, usePlanOptions, type PlanOptions } from './use-options.ts';
import { useFollowing } from './use-following.ts';

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
  if (answer.data)
    return <Known user={user} options={answer.data} today={today} onStale={() => void answer.refetch()} {...own} />;
  return (
    <ServicePlan user={user} today={today} alone={answer.error === null}>
      <div className={styles.more}>
        <Loaded
          answer={answer}
          failed="Не удалось загрузить тарифы и опции."
          skeleton={<Skeleton width="11.25rem" height="3rem" round="md" />}
        >
          {() => null}
        </Loaded>
      </div>
    </ServicePlan>
  );
}

interface KnownProps {
  user: User;
  options: PlanOptions;
  today: string;
  onStale: () => void;
}

/** The anchor of the other plans: a link to it opens them. */
const PLANS = '#plans';

/** The current choice: the plan, when, and whether it is an undo. */
interface Chosen {
  plan: Pick<PlanOptions['plans'][number], 'plan_id' | 'name'>;
  times: readonly ChangeWhen[];
  isUndo?: boolean;
}

function Known({ user, options, today, onStale, comparison, difference }: KnownProps & OfKind) {
  const decision = useDecision();
  const [chosen, setChosen] = useState(() => decidedBefore(options, decision));
  const isAsked = useLocation().hash === PLANS;
  const [isOpen, setOpen] = useState(chosen !== undefined || isAsked);
  useEffect(() => {
    if (isAsked) document.querySelector(PLANS)?.scrollIntoView();
  }, [isAsked]);
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
        <div id={PLANS.slice(1)} className={styles.plans}>
          <PlanTable
            options={options}
            today={today}
            onChoose={(offer) => setChosen({ plan: offer, times: timesFor(options, offer) })}
            onGiveBack={giveBack}
          />
          {comparison?.(options)}
        </div>
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

/** What another billing was asked for, the change that can be undone, and the planned change. */
function Strips({ user, options, today, onGiveBack, onStale }: KnownProps & { onGiveBack: () => void }) {
  const { undo, planned, asked } = options;
  return (
    <>
      {asked && <Asked asked={asked} today={today} />}
      {undo && <UndoStrip undo={undo} onGiveBack={onGiveBack} onOver={onStale} />}
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
