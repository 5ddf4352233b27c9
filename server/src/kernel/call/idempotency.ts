import type { Call } from '@kabinet/contract/kernel/call/call';
import { isOperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { Database, Tx } from '#server/db/database.ts';
import type { IdempotencyKeys } from '#server/db/queries/idempotency.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from './problem.ts';
import { tellsSecret } from './secret-fields.ts';
import type { RawInput, ReplyNotes } from '../world.ts';

interface Repeatable {
  readonly keys: Omit<IdempotencyKeys, 'giveBack'>;
  readonly key: string;
  readonly call: Call;
  readonly raw: RawInput;
  readonly now: Date;
  readonly reply: ReplyNotes;
  /** Marks requests, so that nobody can find out their content by trying values, and seals replies with secrets. */
  readonly vault: Pick<Vault, 'markOf' | 'seal' | 'open'>;
  /** Refuses whoever may not see a secret again that he has been shown. */
  readonly beforeSecret?: () => Promise<void>;
}

/**
 * Carries out a request once, however often it is sent. A repeat that arrives during the first waits for it in
 * the unique index; a refusal rolls the key back, so a retry is possible.
 */
export async function once(tx: Tx, asked: Repeatable, work: () => Promise<unknown>): Promise<unknown> {
  refuseUnfitKey(asked.key);
  const mark = markOf(asked);
  if (!(await asked.keys.take(tx, asked.key, mark, asked.now))) return repeated(tx, asked, mark);
  const answer = await work();
  await keep(tx, asked, answer);
  return answer;
}

/**
 * The same for work of several transactions: the key is taken before the first of them, and given back only to a refusal.
 * Whoever repeats the request before its end, or after an end that nobody knows, is told so; it is not done again.
 */
export async function onceAround(
  db: Database,
  asked: Repeatable & { readonly keys: IdempotencyKeys },
  work: () => Promise<unknown>,
): Promise<unknown> {
  refuseUnfitKey(asked.key);
  const mark = markOf(asked);
  const isNew = await db.write((tx) => asked.keys.take(tx, asked.key, mark, asked.now));
  if (!isNew) return db.read((tx) => repeated(tx, asked, mark));
  const answer = await work().catch(async (error: unknown) => {
    if (error instanceof Problem) await db.write((tx) => asked.keys.giveBack(tx, asked.key));
    throw error;
  });
  await db.write((tx) => keep(tx, asked, answer));
  return answer;
}

const markOf = (asked: Repeatable): Buffer =>
  asked.vault.markOf(writtenJson([asked.call.method, asked.call.path, asked.raw]));

/** A secret that is shown once is kept only sealed, or not at all. */
async function keep(tx: Tx, asked: Repeatable, answer: unknown): Promise<void> {
  const { keys, key, call, vault } = asked;
  if (!tellsSecret(call.result, answer)) await keys.keep(tx, key, answer);
  else await keys.keepSealed?.(tx, key, vault.seal(JSON.stringify(answer), sealedFor(asked)));
}

const sealedFor = ({ keys, key }: Repeatable): string => `reply ${keys.owner} ${key}`;

async function repeated(tx: Tx, asked: Repeatable, mark: Buffer): Promise<unknown> {
  const { keys, key, call, reply, vault } = asked;
  const kept = await keys.kept(tx, key);
  if (!agrees(kept.request_hash, mark)) throw new Problem('idempotency_mismatch');
  if (kept.reply === null && isOperatorCall(call)) throw new Problem('repeated_without_reply');
  if (kept.sealed_reply) await asked.beforeSecret?.();
  reply.header('idempotency-replayed', 'true');
  return kept.sealed_reply ? JSON.parse(vault.open(kept.sealed_reply, sealedFor(asked))) : kept.reply;
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
export function writtenJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('unreadable');
    throw error;
  }
}
