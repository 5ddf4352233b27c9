import type { contract } from '@kabinet/contract';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Database, Tx } from '#server/db/database.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { rehearse } from '#server/kernel/call/rehearsal.ts';
import type { RequestFacts, Subscriber } from '#server/kernel/world.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { cleanHtml } from '#server/domain/shared/markup.ts';
import { changeOption } from '../option/change-option.ts';
import { summaryOf } from '../service-change/change-summary.ts';
import { noteConsent } from '../service-change/service-change.queries.ts';
import { changePlan, type PlanChangeTerms } from '../plan/change-plan.ts';

// What a client decides about the plan and the options of his service, of any kind: `plan/*` and `tv-plan/*`.

type PlanChangeSummary = Result<typeof contract.plan.change>;
type ChangeSummary = Result<typeof contract.plan.changeOption>;

interface AskedPlan {
  readonly user_id: AskedId<'user'>;
  readonly plan_id: number;
  readonly when: 'now' | 'next_period';
  readonly version?: string | undefined;
}
interface AskedOption {
  readonly user_id: AskedId<'user'>;
  readonly option_id: number;
  readonly status: 'on' | 'off';
  readonly version?: string | undefined;
}

interface Facts {
  readonly subscriber: Subscriber;
  readonly now: Date;
  readonly today: Day;
  readonly provider: Provider;
}

/** Finds the service of the caller that the call is for; refuses others like one that does not exist. */
type FindOwn = (tx: Tx, subscriber: Subscriber, asked: AskedId<'user'>) => Promise<number>;

const ownOfAnyKind: FindOwn = async (tx, subscriber, asked) => (await ownUser(tx, subscriber, asked)).userId;

export const planChangeTermsOf = ({ now, today, provider }: Omit<Facts, 'subscriber'>): PlanChangeTerms => ({
  now,
  today,
  zone: provider.time_zone,
  daysBetween: provider.plan_change.days_between,
});

/** Previews the change: it is carried out and rolled back. */
export const rehearsePlan = (scope: Facts & { readonly db: Database }, body: AskedPlan): Promise<PlanChangeSummary> =>
  rehearse(scope.db, async (tx) => {
    const userId = await ownOfAnyKind(tx, scope.subscriber, body.user_id);
    return summaryOf(
      await changePlan(
        tx,
        { userId, planId: body.plan_id, when: body.when, isRehearsal: true },
        planChangeTermsOf(scope),
      ),
    );
  });

export async function decidePlan(
  scope: Facts & { readonly db: Tx },
  body: AskedPlan,
  find: FindOwn = ownOfAnyKind,
): Promise<PlanChangeSummary> {
  const userId = await find(scope.db, scope.subscriber, body.user_id);
  const wanted = { userId, planId: body.plan_id, when: body.when, version: body.version };
  return summaryOf(await changePlan(scope.db, wanted, planChangeTermsOf(scope)));
}

export const rehearseOption = (scope: Facts & { readonly db: Database }, body: AskedOption): Promise<ChangeSummary> =>
  rehearse(scope.db, async (tx) => {
    const userId = await ownOfAnyKind(tx, scope.subscriber, body.user_id);
    const wanted = { userId, optionId: body.option_id, status: body.status, isRehearsal: true };
    const { option: _, ...outcome } = await changeOption(tx, wanted, planChangeTermsOf(scope));
    return summaryOf(outcome);
  });

/** Switches the option and stores the terms that the client has agreed to. */
export async function decideOption(
  scope: Facts & { readonly db: Tx; readonly request: RequestFacts },
  body: AskedOption,
  find: FindOwn = ownOfAnyKind,
): Promise<ChangeSummary> {
  const { db, subscriber, request, now } = scope;
  const userId = await find(db, subscriber, body.user_id);
  const wanted = { userId, optionId: body.option_id, status: body.status, version: body.version };
  const { option, ...outcome } = await changeOption(db, wanted, planChangeTermsOf(scope));
  if (body.status === 'on') {
    await noteConsent(db, {
      contractId: subscriber.contractId,
      subject: `option:${body.option_id}`,
      text: cleanHtml(option.oferta),
      now,
      address: request.ip,
      sessionId: subscriber.sessionId,
    });
  }
  return summaryOf(outcome);
}
