import type { contract } from '@kabinet/contract';
import {
  decideOption,
  decidePlan,
  rehearseOption,
  rehearsePlan,
  planChangeTermsOf,
} from '#server/domain/changes/decision/decide-plan.ts';
import { cancelPlannedChange } from '#server/domain/changes/plan/cancel-planned.ts';
import { planList } from '#server/domain/changes/plan/plan-list.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { withoutTransaction, type Handler, type Handlers } from '#server/kernel/world.ts';

const options: Handler<typeof contract.plan.options> = async ({ params: { id } }, scope) => {
  const { db, subscriber } = scope;
  const { userId } = await ownUser(db, subscriber, id);
  return planList(db, userId, planChangeTermsOf(scope));
};

const delayCancel: Handler<typeof contract.plan.delayCancel> = async ({ body: { user_id } }, { db, subscriber }) => {
  const { userId } = await ownUser(db, subscriber, user_id);
  return { cancelled: (await cancelPlannedChange(db, userId, 'client')) !== undefined };
};

const preview = withoutTransaction<typeof contract.plan.preview>(({ body }, scope) => rehearsePlan(scope, body));
const change: Handler<typeof contract.plan.change> = ({ body }, scope) => decidePlan(scope, body);
const optionPreview = withoutTransaction<typeof contract.plan.optionPreview>(({ body }, scope) =>
  rehearseOption(scope, body),
);
const changeOption: Handler<typeof contract.plan.changeOption> = ({ body }, scope) => decideOption(scope, body);

export const planHandlers: Handlers<typeof contract.plan> = {
  options,
  preview,
  change,
  optionPreview,
  changeOption,
  delayCancel,
};
