import { createHash } from 'node:crypto';
import type { Call } from '@kabinet/contract/kernel/call';
import type { Tx } from '#db/database.ts';
import { keptReply, keepReply, takeKey } from '#db/idempotency.queries.ts';
import { Problem } from './problem.ts';
import type { RawInput, ReplyNotes } from './world.ts';

interface Repeatable {
  readonly owner: number;
  readonly key: string;
  readonly call: Call;
  readonly raw: RawInput;
  readonly now: Date;
  readonly reply: ReplyNotes;
}

/**
 * Carries out a request once, however often it is sent. A request that comes while the first is under way waits
 * for it in the unique index; a refusal rolls the key back, so it may be tried again.
 */
export async function once(tx: Tx, asked: Repeatable, work: () => Promise<unknown>): Promise<unknown> {
  const hash = createHash('sha256')
    .update(JSON.stringify([asked.call.method, asked.call.path, asked.raw]))
    .digest();
  if (await takeKey(tx, asked.owner, asked.key, hash, asked.now)) {
    const answer = await work();
    await keepReply(tx, asked.owner, asked.key, answer);
    return answer;
  }
  const kept = await keptReply(tx, asked.owner, asked.key);
  if (!kept.request_hash.equals(hash)) throw new Problem('idempotency_mismatch');
  asked.reply.header('idempotency-replayed', 'true');
  return kept.reply;
}
