import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { instant, type Day } from '@kabinet/contract/kernel/day';
import { notify } from '#server/domain/messaging/notify.ts';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import type { World } from '#server/kernel/world.ts';
import { documentOwnerOf } from '../document.queries.ts';
import { scratchFile } from '../file.ts';
import {
  archiveToMake,
  finishArchive,
  forgetParts,
  notePart,
  archivePartsOf,
  sentFiles,
  spentParts,
  type SentFile,
} from './archive.queries.ts';
import { KEPT_DAYS, MADE_WITHIN_MS } from './archive.ts';
import { archiveReady } from './notices.ts';
import { ARCHIVE_TABLES } from './tables.ts';
import { asCsv, asJson, indexPage } from './written.ts';
import { openZip } from './zip.ts';

const DAY_MS = 86_400_000;
/** Bytes of a piece: so much of an archive is in memory at once. */
const PIECE = 4_000_000;

/**
 * Makes an ordered archive: first a temporary file, then its pieces in the store, then the archive is ready and its owner is
 * told, in one transaction. An attempt that dies leaves only pieces that nobody sees; they are erased later.
 */
export async function make(world: World, { archiveId }: { readonly archiveId: string }): Promise<void> {
  const { db, clock, provider } = world;
  const orderedAfter = new Date(clock.now().getTime() - MADE_WITHIN_MS);
  const ordered = await db.read((tx) => archiveToMake(tx, archiveId, orderedAfter));
  if (!ordered) return;
  const attempt = randomUUID();
  const file = await scratchFile();
  try {
    await fill(world, ordered, file);
    const bytes = await store(world, { archiveId, attempt }, file);
    const now = clock.now();
    const until = new Date(now.getTime() + KEPT_DAYS * DAY_MS);
    await db.write(async (tx) => {
      if (!(await finishArchive(tx, { archiveId, attempt, bytes, now, until }))) return;
      const untilText = issuedText(instant(until), provider.time_zone);
      await notify(tx, archiveReady, ordered.contract_id, { archiveId, untilText }, { now, zone: provider.time_zone });
    });
  } catch (error) {
    // On a full disk they would fill it further with each attempt; what stays is erased later.
    await eraseAttempt(world, attempt).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function eraseAttempt({ db, outside }: World, attempt: string): Promise<void> {
  const files = (await db.read((tx) => archivePartsOf(tx, attempt))).map(({ file_id }) => file_id);
  await outside.files.remove(files);
  await db.write((tx) => forgetParts(tx, files));
}

interface Ordered {
  readonly contract_id: number;
  readonly ordered_on: Day;
}

/** Writes the archive: the tables from one snapshot, then the files of orders, then the page that lists them all. */
async function fill({ db, clock, provider, outside }: World, ordered: Ordered, file: FileHandle) {
  const { contract_id: contractId, ordered_on: today } = ordered;
  const [now, zone] = [clock.now(), provider.time_zone];
  const { zip, client, tables, sent } = await db.readLong(async (tx) => {
    // It may run twice: first on a standby that fails in between.
    const begun = await emptyZip(file, asLocal(now, zone));
    const counted = [];
    for (const { file: name, title, columns, rows } of ARCHIVE_TABLES) {
      let count = 0;
      const read = () => rows(tx, { contractId, today, vault: outside.vault });
      await begun.add(
        `Таблицы/${title}.csv`,
        asCsv(columns, read(), zone, () => (count += 1)),
      );
      await begun.add(`JSON/${name}.json`, asJson(columns, read()));
      counted.push({ file: name, title, rows: count });
    }
    const [client, sent] = [await documentOwnerOf(tx, contractId), await sentFiles(tx, contractId)];
    return { zip: begun, client, tables: counted, sent };
  });
  const files: string[] = [];
  const lost: string[] = [];
  for (const one of sent) {
    const content = await outside.files.get(one.file_id);
    const path = `Файлы/${pathOf(one, files.length + lost.length + 1)}`;
    if (!content) {
      lost.push(path);
      continue;
    }
    await zip.add(path, [content]);
    files.push(path);
  }
  const madeText = issuedText(instant(now), zone);
  const about = { provider: provider.name, contractNo: client.contract_no, client: client.client_name, madeText };
  await zip.add('Начните отсюда.html', [indexPage({ ...about, tables, files, lost })]);
  await zip.end();
}

/** A ZIP file from the beginning of this one, without what an earlier try has left there. */
async function emptyZip(file: FileHandle, now: Date) {
  await file.truncate(0);
  let at = 0;
  return openZip((bytes) => {
    const place = at;
    at += bytes.length;
    return file.write(bytes, 0, bytes.length, place);
  }, now);
}

const LONGEST_NAME = 80;

/**
 * The path of a client's file in the archive. Its name loses slashes and control characters, so it cannot leave its folder or
 * be written backwards; the index keeps it unique; `Array.from` cuts no character in two.
 */
const pathOf = ({ order_id: orderId, name }: SentFile, index: number): string =>
  `Заявка ${orderId}/${index} ${Array.from(name.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_'))
    .slice(-LONGEST_NAME)
    .join('')}`;

/** A moment whose UTC date and time read like `now` in the zone, because ZIP stores local times. */
const asLocal = (now: Date, zone: string): Date =>
  new Date(`${now.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);

/** Keeps the file in pieces; returns its bytes. */
async function store(
  { db, clock, outside }: World,
  whose: { readonly archiveId: string; readonly attempt: string },
  file: FileHandle,
): Promise<number> {
  let at = 0;
  for (let position = 0; ; position += 1) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE), 0, PIECE, at);
    if (bytesRead === 0) return at;
    const fileId = randomUUID();
    await db.write((tx) => notePart(tx, { ...whose, fileId, position }, clock.now()));
    await outside.files.put(fileId, buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

const AT_ONCE = 100;

/** Erases expired archives and the pieces of failed attempts. */
export async function eraseArchives({ db, clock, outside }: Pick<World, 'db' | 'clock' | 'outside'>): Promise<void> {
  const now = clock.now();
  const lostBefore = new Date(now.getTime() - 2 * MADE_WITHIN_MS);
  for (let erased = AT_ONCE; erased === AT_ONCE;) {
    const files = (await db.read((tx) => spentParts(tx, now, lostBefore, AT_ONCE))).map(({ file_id }) => file_id);
    if (files.length > 0) {
      await outside.files.remove(files);
      await db.write((tx) => forgetParts(tx, files));
    }
    erased = files.length;
  }
}
