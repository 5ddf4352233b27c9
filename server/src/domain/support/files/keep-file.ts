import { randomUUID } from 'node:crypto';
import { instant } from '@kabinet/contract/kernel/day';
import type { At } from '#server/domain/shared/at.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { World } from '#server/kernel/world.ts';
import { forgetUpload, insertFile, uploadedSince, type StoredFile } from './file.queries.ts';
import { harmlessName, typeOf } from './file.rules.ts';

const DAY_MS = 86_400_000;
/** Bytes that a client may upload in a day, and the staff for him. */
const MOST_A_DAY = 100 * 1024 * 1024;
const MOST_FILES = 50;

type Places = Pick<World, 'db' | 'outside'>;

interface Uploaded {
  readonly contractId: number;
  readonly byStaff: boolean;
  readonly name: string;
  /** Base64. */
  readonly content: string;
}

/** Refuses a file too many of a day, in number or in bytes, and says when there is room for it. */
function refuseTooMany(uploaded: Awaited<ReturnType<typeof uploadedSince>>, bytes: number, at: At): void {
  const last = uploaded.find(({ with_later }, index) => index + 1 >= MOST_FILES || with_later + bytes > MOST_A_DAY);
  if (!last) return;
  const free = new Date(Date.parse(last.at) + DAY_MS);
  const moment = momentWord(instant(new Date(Math.ceil(free.getTime() / 60_000) * 60_000)), at);
  throw new Problem('file_too_many', {
    message: `За сутки пришло слишком много файлов. Следующий можно отправить после ${moment}`,
    retryAfter: Math.ceil((free.getTime() - at.now.getTime()) / 1000),
  });
}

/** Stores the row before the bytes: a crash in between leaves an unused row, which is removed later. A failure leaves nothing. */
export async function keepFile(
  { db, outside }: Places,
  { contractId, byStaff, name, content: base64 }: Uploaded,
  at: At,
): Promise<StoredFile> {
  const content = Buffer.from(base64, 'base64');
  const type = typeOf(content);
  if (typeof type !== 'string') throw new Problem('file_refused', { message: type.refused });
  const since = new Date(at.now.getTime() - DAY_MS);
  const uploaded = await db.read((tx) => uploadedSince(tx, { contractId, byStaff, since }));
  refuseTooMany(uploaded, content.length, at);
  const file = { file_id: randomUUID(), name: harmlessName(name, type), type, bytes: content.length };
  await db.write((tx) => insertFile(tx, { ...file, contractId, byStaff }, at.now));
  try {
    await outside.files.put(file.file_id, content);
  } catch (error) {
    // What was not kept takes nothing of the day's share. If even this fails, the row is removed later.
    await takeBack({ db, outside }, contractId, file.file_id).catch(() => undefined);
    throw error;
  }
  return file;
}

/** The bytes first: a store may have kept them and failed to say so. */
async function takeBack({ db, outside }: Places, contractId: number, fileId: string): Promise<void> {
  await outside.files.remove([fileId]);
  await db.write((tx) => forgetUpload(tx, contractId, fileId));
}
