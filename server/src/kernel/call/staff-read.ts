import { REHEARSAL } from '@kabinet/contract/kernel/call/staff-change';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { Database, Tx } from '#server/db/database.ts';
import { insertStaffRead, type LookedAt } from '#server/db/queries/staff-read.ts';
import type { Operator, RawInput } from '../world.ts';

const numberIn = (value: unknown): number | null => {
  const number = Number(value);
  return value !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** The subscriber that a request is about; undefined if it names none. */
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

interface Looking {
  readonly call: OperatorCall;
  readonly raw: RawInput;
  readonly operator: Operator;
  /** Nothing was done: only what would be. */
  readonly isRehearsal?: boolean;
}

/** Records that the staff read the data of a subscriber, or of two; if recording fails, they get no reply. */
export async function noteStaffRead(db: Database, looking: Looking, readAt: Date): Promise<void> {
  if (!lookedAt(looking.raw)) return;
  await db.write(async (tx) => {
    await insertLook(tx, looking, readAt);
    await insertLookAtOther(tx, looking, readAt);
  });
}

/** A change of two contracts shows both. */
async function insertLookAtOther(tx: Tx, looking: Looking, readAt: Date): Promise<void> {
  const { into_contract_id: other } = (looking.raw.body ?? {}) as { readonly into_contract_id?: unknown };
  if (other !== undefined) await insertLook(tx, { ...looking, raw: { body: { contract_id: other } } }, readAt);
}

/** The same in a transaction. */
export async function insertLook(
  tx: Tx,
  { call, raw, operator, isRehearsal = false }: Looking,
  readAt: Date,
): Promise<void> {
  const about = lookedAt(raw);
  if (!about) return;
  const { name, role, entry } = operator;
  await insertStaffRead(tx, about, {
    operator: name,
    role,
    call: isRehearsal ? call.command.words + REHEARSAL : call.command.words,
    readAt,
    personId: entry?.personId,
    isRepeated: entry?.sessionId != null && call.effect === 'read',
  });
}
