import type { OperatorCall } from '@kabinet/contract/kernel/operator-call';
import type { Database } from '#db/database.ts';
import { insertStaffRead, type LookedAt } from '#db/staff-read.queries.ts';
import type { Operator, RawInput } from './world.ts';

const numberIn = (value: unknown): number | null => {
  const number = Number(value);
  return value !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** Whom a request is about; undefined if it names nobody. */
function lookedAt(raw: RawInput): LookedAt | undefined {
  const named: Record<string, unknown> = Object.assign({}, raw.params, raw.query, raw.body);
  const about = {
    contractId: numberIn(named['contract_id']),
    userId: numberIn(named['user_id']),
    orderId: numberIn(named['order_id']),
    accountNo: typeof named['account_no'] === 'string' ? named['account_no'] : null,
  };
  return Object.values(about).some((value) => value !== null) ? about : undefined;
}

/** Notes a look of the staff at one subscriber, before they see the answer: what is not noted is not shown. */
export async function noteStaffRead(
  db: Database,
  { call, raw, operator }: { call: OperatorCall; raw: RawInput; operator: Operator },
  readAt: Date,
): Promise<void> {
  const about = lookedAt(raw);
  if (!about) return;
  const { name, role } = operator;
  await db.write((tx) => insertStaffRead(tx, about, { operator: name, role, call: call.command.words, readAt }));
}
