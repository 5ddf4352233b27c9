import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { planChangeTermsOf } from '#server/domain/changes/decision/decide-plan.ts';
import { cancelPlannedChange } from '#server/domain/changes/plan/cancel-planned.ts';
import { changePlan } from '#server/domain/changes/plan/change-plan.ts';
import { planList } from '#server/domain/changes/plan/plan-list.ts';
import { planById } from '#server/domain/changes/plan/plan.queries.ts';
import { summaryOf } from '#server/domain/changes/service-change/change-summary.ts';
import { upToDateService } from '#server/domain/changes/service-change/settle-change.ts';
import { changedByStaff } from '#server/domain/changes/staff-change/notices.ts';
import { contractVersion } from '#server/domain/changes/staff-change/staff-change.queries.ts';
import { changeByStaff } from '#server/domain/changes/staff-change/staff-change.ts';
import { changedPlanText } from '#server/domain/changes/staff-change/staff-change.texts.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { userForStaff } from '#server/domain/services/service/service-user.queries.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { staffDoer, supportedAt } from '../doer.ts';

type Plans = OperatorContract['plans'];

const change: Handler<Plans['change']> = async ({ body }, scope) => {
  const { db, today, operator } = scope;
  const { user_id: userId, plan_id: planId, when, version } = body;
  const at = supportedAt(scope);
  const by = staffDoer(operator, staffContract.plans.change, body);
  const { contractId, name } = await userForStaff(db, userId);
  const make = async () => {
    const former = (await upToDateService(db, userId, undefined, at)).plan_id;
    const was = former === null ? undefined : await planById(db, former, today);
    const wanted = { userId, planId, when, isRehearsal: by.isRehearsal };
    const answer = summaryOf(await changePlan(db, wanted, planChangeTermsOf(scope)));
    const will = (await planById(db, planId, today))?.name ?? '';
    const { from, price } = answer;
    const what = changedPlanText({ service: name, was: was?.name ?? null, will, price: price.will, from, today });
    const title = from === today ? 'Тариф сменили' : 'Тариф сменится';
    await notify(db, changedByStaff, contractId, { title, what: `${what}.`, support: at.support }, at);
    return { text: what, answer };
  };
  return changeByStaff(db, { contractId, userId, version, make }, by, at);
};

const cancel: Handler<Plans['cancel']> = async ({ body }, scope) => {
  const { db, today, operator } = scope;
  const { user_id: userId, version } = body;
  const at = supportedAt(scope);
  const { contractId, name: service } = await userForStaff(db, userId);
  const make = async () => {
    const planned = await cancelPlannedChange(db, userId, 'staff');
    if (!planned) throw new Problem('change_not_allowed', { message: 'Смены тарифа никто не планировал' });
    const { name: plan, from } = planned;
    const what = `${service}: тариф «${plan}» с ${dayText(from, today)} отменили, остаётся прежний`;
    await notify(
      db,
      changedByStaff,
      contractId,
      { title: 'Тариф остаётся прежним', what: `${what}.`, support: at.support },
      at,
    );
    return { text: what, answer: { plan, from } };
  };
  return changeByStaff(
    db,
    { contractId, userId, version, make },
    staffDoer(operator, staffContract.plans.cancel, body),
    at,
  );
};

export const staffPlanHandlers: PlainHandlers<Plans> = {
  list: async ({ query }, scope) => {
    const { db } = scope;
    const { userId, contractId } = await userForStaff(db, query.user_id);
    const list = await planList(db, userId, planChangeTermsOf(scope));
    return { ...list, contract_id: contractId, version: await contractVersion(db, contractId) };
  },
  change,
  cancel,
};
