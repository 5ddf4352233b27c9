import type { OperatorContract } from '@kabinet/contract/staff';
import {
  insertGoal,
  keptGoals,
  lockGoals,
  retireGoal,
  updateGoal,
  type KeptGoal,
  type NewGoal,
} from '#server/domain/support/order/goal.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

type Goals = OperatorContract['goals'];
type GoalChange = Omit<Parameters<Handler<Goals['change']>>[0]['body'], 'goal_id'>;

const ANSWER_MINUTES = 30;

/** The goal with the requested changes. */
const changed = (goal: NewGoal, { name, question, kind, visit, minutes, position }: GoalChange): NewGoal => ({
  name: name ?? goal.name,
  question: question ?? goal.question,
  service_kind: kind === undefined ? goal.service_kind : kind === 'any' ? null : kind,
  asks_visit: visit === undefined ? goal.asks_visit : visit === 'yes',
  answer_minutes: minutes ?? goal.answer_minutes,
  position: position ?? goal.position,
});

const refuseNamesake = (goals: readonly KeptGoal[], name: string): void => {
  if (goals.some((goal) => !goal.is_retired && goal.name.toLowerCase() === name.toLowerCase()))
    throw new Problem('goal_named');
};

export const goalHandlers: PlainHandlers<Goals> = {
  list: (_, { db }) => keptGoals(db),
  add: async ({ body }, { db }) => {
    const goals = await lockGoals(db);
    refuseNamesake(goals, body.name);
    const last = Math.max(0, ...goals.map(({ position }) => position)) + 1;
    const blank = {
      service_kind: null,
      asks_visit: false,
      answer_minutes: ANSWER_MINUTES,
      position: last,
      name: body.name,
      question: body.question,
    };
    return { goal_id: await insertGoal(db, changed(blank, body)) };
  },
  change: async ({ body: { goal_id: goalId, ...wanted } }, { db, tellChange }) => {
    const goals = await lockGoals(db);
    const goal = goals.find(({ goal_id }) => goal_id === goalId);
    if (!goal) throw new Problem('goal_unknown');
    const next = changed(goal, wanted);
    refuseNamesake(
      goals.filter(({ goal_id }) => goal_id !== goalId),
      next.name,
    );
    await updateGoal(db, goalId, next);
    tellChange(changed(goal, {}), next);
    return { goal_id: goalId };
  },
  retire: async ({ body: { goal_id: goalId } }, { db, now }) => {
    const offered = (await lockGoals(db)).filter(({ is_retired }) => !is_retired);
    const goal = offered.find(({ goal_id }) => goal_id === goalId);
    if (!goal) throw new Problem('goal_unknown');
    if (offered.length === 1) throw new Problem('goal_last');
    await retireGoal(db, goalId, now);
    return { goal_id: goalId, open_orders: goal.open_orders };
  },
};
