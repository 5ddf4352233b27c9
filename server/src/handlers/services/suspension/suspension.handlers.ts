import type { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { ownSuspendable } from '#server/domain/services/suspension/own-suspendable.ts';
import { rehearse } from '#server/kernel/call/rehearsal.ts';
import { serviceRow } from '#server/domain/services/service/service-row.queries.ts';
import { demandTodaysBooks } from '#server/domain/changes/service-change/todays-books.ts';
import { summaryOf } from '#server/domain/changes/service-change/change-summary.ts';
import { returnEarly } from '#server/domain/changes/suspension/return-early.ts';
import {
  cancelPlannedSuspension,
  suspendService,
  type SuspensionChangeTerms,
  type SuspensionSummary,
} from '#server/domain/changes/suspension/suspend.ts';
import { countedDays } from '#server/domain/services/suspension/suspension.rules.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { withoutTransaction, type Handler, type Handlers } from '#server/kernel/world.ts';
import { answerFor } from './suspension-answer.ts';

const settingOf = (scope: { now: Date; today: Day; provider: Provider }): SuspensionChangeTerms => ({
  now: scope.now,
  today: scope.today,
  zone: scope.provider.time_zone,
  settings: scope.provider.suspension,
});

const get: Handler<typeof contract.suspension.get> = async ({ params: { id } }, scope) => {
  const userId = await ownSuspendable(scope.db, scope.subscriber, id);
  const service = await serviceRow(scope.db, userId, { lock: false });
  const setting = settingOf(scope);
  demandTodaysBooks(service, scope.today, setting);
  return answerFor(scope.db, service, setting);
};

const preview = withoutTransaction<typeof contract.suspension.preview>(({ body }, scope) =>
  rehearse(scope.db, async (tx) => {
    const userId = await ownSuspendable(tx, scope.subscriber, body.user_id);
    return toldOf(await suspendService(tx, { ...body, userId, isRehearsal: true }, settingOf(scope)));
  }),
);

const start: Handler<typeof contract.suspension.start> = async ({ body }, scope) => {
  const userId = await ownSuspendable(scope.db, scope.subscriber, body.user_id);
  return toldOf(await suspendService(scope.db, { ...body, userId }, settingOf(scope)));
};

const cancel: Handler<typeof contract.suspension.cancel> = async ({ body }, scope) => {
  const userId = await ownSuspendable(scope.db, scope.subscriber, body.user_id);
  const done = await cancelPlannedSuspension(scope.db, userId, settingOf(scope));
  return { cancelled: done === 'cancelled', ...(done === 'handed_over' && { handed_over: true }) };
};

const returnPreview = withoutTransaction<typeof contract.suspension.returnPreview>(({ body }, scope) =>
  rehearse(scope.db, async (tx) => {
    const userId = await ownSuspendable(tx, scope.subscriber, body.user_id);
    return summaryOf(await returnEarly(tx, { userId, isRehearsal: true }, settingOf(scope)));
  }),
);

const comeBack: Handler<typeof contract.suspension.return> = async ({ body }, scope) => {
  const userId = await ownSuspendable(scope.db, scope.subscriber, body.user_id);
  return summaryOf(await returnEarly(scope.db, { userId, version: body.version }, settingOf(scope)));
};

const toldOf = ({ agreed, ...told }: SuspensionSummary) => ({
  ...summaryOf(told),
  ...agreed,
  paid: [...agreed.paid],
  ...countedDays(agreed),
});

export const suspensionHandlers: Handlers<typeof contract.suspension> = {
  get,
  preview,
  start,
  cancel,
  returnPreview,
  return: comeBack,
};
