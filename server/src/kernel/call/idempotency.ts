import type { Call } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import { keptReply, keepReply, takeKey } from '#server/db/queries/idempotency.ts';
import { Problem } from './problem.ts';
import type { RawInput, ReplyNotes } from '../world.ts';

interface Repeatable {
  readonly owner: number;
  readonly key: string;
  readonly call: Call;
  readonly raw: RawInput;
  readonly now: Date;
  readonly reply: ReplyNotes;
  /**
   * Returns the mark of a request that the database keeps: nobody can find out the request's content from it by trying
   * values.
   */
  readonly markOf: (request: string) => Buffer;
}

/**
 * Carries out a request once, however often it is sent. A repeat that arrives during the first waits for it in
 * the unique index; a refusal rolls the key back, so a retry is possible.
 */
export async function once(tx: Tx, asked: Repeatable, work: () => Promise<unknown>): Promise<unknown> {
  refuseUnfitKey(asked.key);
  const mark = asked.markOf(written([asked.call.method, asked.call.path, asked.raw]));
  if (await takeKey(tx, asked.owner, asked.key, mark, asked.now)) {
    const answer = await work();
    await keepReply(tx, asked.owner, asked.key, answer);
    return answer;
  }
  const kept = await keptReply(tx, asked.owner, asked.key);
  if (!agrees(kept.request_hash, mark)) throw new Problem('idempotency_mismatch');
  asked.reply.header('idempotency-replayed', 'true');
  return kept.reply;
}

const LONGEST_KEY = 255;

function refuseUnfitKey(key: string): void {
  if (key !== '' && key.length <= LONGEST_KEY) return;
  const message = `Ключ повтора: от 1 до ${LONGEST_KEY} знаков`;
  throw new Problem('bad_input', { errors: [{ path: 'header.idempotency-key', message }] });
}

/** A request from before marks existed, or with the mark of a lost key, cannot be compared; only its reply is known. */
const agrees = (kept: Buffer, mark: Buffer): boolean => kept.length === 0 || kept.equals(mark);

/** JSON can be parsed deeper than it can be serialised: such a request is refused as unreadable. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('unreadable');
    throw error;
  }
}
