import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { sharedReads } from '#server/db/shared-reads.ts';
import { checkService } from '#server/domain/support/order/check.ts';
import { fileOrder, soonestVisit } from '#server/domain/support/order/client.ts';
import { goalAbout, goalById, goals, type Goal } from '#server/domain/support/order/goal.queries.ts';
import { ordersOf } from '#server/domain/support/order/order.queries.ts';
import { isClosed } from '#server/domain/support/order/order.rules.ts';
import { windowsFor } from '#server/domain/support/visits/visit.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { contactsForOrder } from '../../shared/contacts.queries.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { hasContract } from '../staff.queries.ts';
import { whoSays } from './who.ts';

const DAY_MS = 86_400_000;
const DAYS_OF_WINDOWS = 14;
const MOST_OPEN = 20;

interface About {
  readonly contract_id: number;
  readonly user_id?: AskedId<'user'> | undefined;
  readonly phone_number?: AskedId<'phone_number'> | undefined;
}

/** The contract as its subscriber's own functions take it. */
async function ownerOf(db: Tx, { contract_id: contractId }: About) {
  if (!(await hasContract(db, contractId))) throw new Problem('contract_unknown');
  return { contractId, sessionId: 'staff' };
}

async function goalNamed(db: Tx, goalId: number): Promise<Goal> {
  return goalById(db, goalId).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'not_found' ? new Problem('goal_unknown') : error;
  });
}

const asked = ({ user_id: userId, phone_number: phoneNumber }: About, goal: Goal | undefined) => ({
  userId,
  phoneNumber,
  goal,
});

export const filingHandlers: Pick<PlainHandlers<OperatorContract['orders']>, 'form' | 'file'> = {
  form: async ({ query }, scope) => {
    const db = sharedReads(scope.db);
    const subscriber = await ownerOf(db, query);
    const named = query.goal_id === undefined ? undefined : await goalNamed(db, query.goal_id);
    const until = new Date(scope.now.getTime() + DAYS_OF_WINDOWS * DAY_MS);
    const [all, checked, contacts, windows, open] = await Promise.all([
      goals(db),
      checkService({ ...scope, db, subscriber }, asked(query, named)),
      contactsForOrder(db, subscriber),
      windowsFor(db, subscriber.contractId, { from: soonestVisit(scope.now), until }),
      ordersOf(db, subscriber.contractId, { limit: MOST_OPEN }),
    ]);
    const { subject, checks, finding } = checked;
    const about = named ?? (subject ? await goalAbout(db, subject.kind) : undefined);
    return {
      goals: all.map(({ goal_id, name, question, asks_visit, answer_minutes }) => ({
        goal_id,
        name,
        question,
        asks_visit,
        answer_minutes,
      })),
      goal_id: about?.goal_id ?? null,
      service: subject?.title ?? null,
      finding: finding.title,
      checks,
      phone: contacts.phone,
      windows,
      open: open.items.filter((order) => !isClosed(order)).map(({ order_id, goal }) => ({ order_id, goal })),
    };
  },
  file: async ({ body }, scope) => {
    const { db, operator } = scope;
    const subscriber = await ownerOf(db, body);
    const goal = await goalNamed(db, body.goal_id);
    const { checks, subject } = await checkService({ ...scope, subscriber }, asked(body, goal));
    const contacts = await contactsForOrder(db, subscriber);
    const order = await fileOrder(
      db,
      {
        contractId: subscriber.contractId,
        goalId: goal.goal_id,
        userId: subject?.user?.user_id ?? null,
        text: body.text,
        phone: body.phone ?? contacts.phone ?? undefined,
        wishedTime: undefined,
        slotId: body.slot_id,
        files: [],
        checks,
        byStaff: whoSays(operator, body.name),
      },
      atOf(scope),
    );
    const { order_id, answer_by, visit_from: from, visit_to: to } = order;
    return {
      order_id,
      goal: order.goal,
      answer_by,
      visit: from && to && { from, to },
      rehearsed: body.dry_run === 'yes',
    };
  },
};
