import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { isAnyChargedOutside } from '#server/domain/billing/charging/source.queries.ts';
import { refusedMoney, requestsAfter } from '#server/domain/billing/outside/request.queries.ts';
import { takeAnswer } from '#server/domain/changes/outside/answer.ts';
import { takeBalances } from '#server/domain/changes/outside/balances.ts';
import { rowConflicts, type RowOutcome } from '#server/domain/changes/outside/conflict.queries.ts';
import { takeToldServices } from '#server/domain/changes/outside/services.ts';
import { takeTold } from '#server/domain/import/beside/take-told.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { wrongField } from '../refusals.ts';

const USUAL_LIMIT = 100;

async function refuseOwn(tx: Tx): Promise<void> {
  if (!(await isAnyChargedOutside(tx))) throw new Problem('charging_own');
}

const toldOf = (rows: RowOutcome[]) => ({ taken: rows.filter(({ outcome }) => outcome === 'taken').length, rows });

export const billingHandlers: PlainHandlers<OperatorContract['billing'], 'tables'> = {
  balances: async ({ body: { rows } }, { db, now, today }) => {
    await refuseOwn(db);
    const given = rows.map(({ lines = [], counted_to = 0, ...row }) => {
      if (lines.some(({ amount }) => amount === 0))
        throw wrongField('rows', `Строка без суммы у счёта ${row.account_no}`);
      return { ...row, counted_to, lines: lines.map((line) => ({ ...line, amount: kopecks(line.amount) })) };
    });
    return toldOf(await takeBalances(db, given, { today, now }));
  },
  services: async ({ body: { rows } }, scope) => {
    await refuseOwn(scope.db);
    return toldOf(await takeToldServices(scope.db, rows, { ...atOf(scope), today: scope.today }));
  },
  // Hashing passwords must not hold a transaction; the rows themselves are one.
  tables: withoutTransaction(async ({ body }, { db, now, provider, outside, reply }) => {
    const rows = await takeTold(db, body.tables, {
      now,
      today: dayIn(provider.time_zone, now),
      zone: provider.time_zone,
      vault: outside.vault,
      sipDomain: provider.sip?.domain,
      sessionMonths: provider.accounting.sessions_months,
      hear: (progress) => reply.progress?.(progress),
    });
    return { taken: rows.filter(({ outcome }) => outcome === 'taken').length, rows };
  }),
  requests: async ({ query: { after = 0, limit = USUAL_LIMIT, all } }, { db }) => {
    const found = await requestsAfter(db, { after, limit: limit + 1, isAll: all !== undefined });
    return { requests: found.slice(0, limit), more: found.length > limit };
  },
  answer: async ({ body: { request_no: requestNo, state, reason } }, scope) => {
    const { db, today } = scope;
    await refuseOwn(db);
    if (state === 'refused' && reason === undefined) throw wrongField('reason', 'Напишите, почему отказано');
    const answer = { requestNo, state, reason: state === 'refused' ? (reason ?? null) : null };
    const outcome = await takeAnswer(db, answer, { ...atOf(scope), today });
    if (outcome === 'unknown') throw new Problem('billing_request_unknown');
    if (outcome === 'otherwise') throw new Problem('billing_answered');
    return { request_no: requestNo, outcome };
  },
  conflicts: async (_, { db }) => ({ rows: await rowConflicts(db), refused: await refusedMoney(db) }),
};
