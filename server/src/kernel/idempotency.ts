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
  refuseUnfitKey(asked.key);
  const hash = hashOf(asked);
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

const LONGEST_KEY = 255;

function refuseUnfitKey(key: string): void {
  if (key !== '' && key.length <= LONGEST_KEY) return;
  const message = `Ключ повтора: от 1 до ${LONGEST_KEY} знаков`;
  throw new Problem('bad_input', { errors: [{ path: 'header.idempotency-key', message }] });
}

function hashOf({ call, raw }: Repeatable): Buffer {
  return createHash('sha256')
    .update(written([call.method, call.path, raw]))
    .digest();
}

/** JSON may be read deeper than it can be written: such a request is nobody's mistake of a form. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('unreadable');
    throw error;
  }
}
