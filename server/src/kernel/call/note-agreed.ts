import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { Tx } from '#server/db/database.ts';
import { insertEnded, type ActionChange } from '#server/db/queries/operator-action.ts';
import { doerOf, keptInput } from '../audit.ts';
import type { Operator, RawInput } from '../world.ts';
import { insertLook } from './staff-read.ts';

interface Agreed {
  readonly call: OperatorCall;
  readonly raw: RawInput;
  /** Who has asked: it is done in his name. */
  readonly operator: Operator;
  readonly reason: string;
  readonly agreedBy: number;
  readonly approvalId: number;
  readonly change: unknown;
}

/** Records a call that a second person has agreed to, in its transaction, as if the first one had made it; also as a look at its subscriber. */
export async function noteAgreed(tx: Tx, agreed: Agreed, now: Date): Promise<void> {
  const { call, raw, operator, reason, agreedBy, approvalId, change } = agreed;
  const action = {
    ...doerOf(operator),
    call: call.command.words,
    input: keptInput(call, raw),
    reason,
    begunAt: now,
    agreement: { agreedBy, approvalId },
  };
  const changed = change === null ? undefined : (change as ActionChange);
  await insertEnded(tx, action, { outcome: 'done', changed }, now);
  await insertLook(tx, { call, raw, operator }, now);
}
