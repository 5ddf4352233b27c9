import { Readable } from 'node:stream';
import { asWritten } from '@kabinet/contract/kernel/call/asked-id';
import { dayIn, instant, periodOf } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { World } from '#server/kernel/world.ts';
import { ownInternet } from '#server/domain/services/sessions/own-internet.ts';
import { sessionsCsv } from '#server/domain/services/sessions/sessions-csv.ts';
import { boundedQueue } from '#server/domain/shared/queue.ts';
import { callsCsv } from '#server/domain/services/calls/calls-csv.ts';
import { maskedNumber } from '#server/domain/services/calls/mask.rules.ts';
import { ownLine } from '#server/domain/services/calls/line.queries.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { clockText, issuedText } from '#server/domain/shared/text.rules.ts';
import { write, type DocumentFile } from './file.ts';
import { fileOf } from '#server/domain/support/files/file.queries.ts';
import type { DocumentPromised, StatementWanted } from './document.ts';
import { readyArchive } from './archive/archive.queries.ts';
import { consentPaper } from './consent.ts';
import { paymentLineOf } from './document.queries.ts';
import { statementCsv } from './statement-csv.ts';
import { statementHead } from './statement.ts';

/** A document made completely before it is sent, so that a slow reader holds no database connection. */
export interface IssuedDocument extends DocumentFile {
  readonly type: string;
  readonly fileName: string;
  /** Whether it is a file of a client: the browser must save it and never show it. */
  readonly isForeign?: boolean;
}

type FileWanted = Extract<DocumentPromised, { kind: 'file' }>;
type ArchiveWanted = Extract<DocumentPromised, { kind: 'archive' }>;
/** Documents that are made when they are requested; the others are stored. */
type Made = Exclude<DocumentPromised, FileWanted | ArchiveWanted>;
type Needs = Pick<World, 'db' | 'clock' | 'provider' | 'outside'>;

const papers = () => import('./pdf.ts');

/** Each document holds a connection for changes while it is made, and two of four are left to changes. */
const making = boundedQueue({ running: 2, waiting: 16 });

/** Makes the document from one snapshot; aborts when `signal` says that nobody waits for it any more. */
export async function issue(
  world: Needs,
  contractId: number,
  wanted: DocumentPromised,
  signal: AbortSignal,
): Promise<IssuedDocument> {
  const leave = enter(contractId);
  try {
    if (wanted.kind === 'file') return await sentFile(world, contractId, wanted, leave, signal);
    if (wanted.kind === 'archive') return await keptArchive(world, contractId, wanted, leave);
    const written = await make(world, contractId, wanted, signal);
    written.bytes.once('close', leave);
    return { ...written, ...kindOf(wanted) };
  } catch (error) {
    leave();
    throw error;
  }
}

/** A file of the client, from the store. */
async function sentFile(
  { db, outside }: Needs,
  contractId: number,
  { file_id }: FileWanted,
  leave: () => void,
  signal: AbortSignal,
): Promise<IssuedDocument> {
  const file = await db.read((tx) => fileOf(tx, contractId, file_id));
  const content = file && (await outside.files.get(file.file_id));
  if (!content) throw new Problem('not_found');
  if (content.length !== file.bytes) throw new Problem('outside_unavailable');
  const written = await write(Readable.from([content]), signal);
  written.bytes.once('close', leave);
  return { ...written, type: file.type, fileName: file.name, isForeign: true };
}

/** An archive from its pieces, of which one at a time is in memory. */
async function keptArchive(
  { db, clock, outside }: Needs,
  contractId: number,
  { archive_id }: ArchiveWanted,
  leave: () => void,
): Promise<IssuedDocument> {
  const archive = await db.read((tx) => readyArchive(tx, contractId, archive_id, clock.now()));
  if (!archive) throw new Problem('not_found');
  const [first, ...others] = archive.files;
  const beginning = first !== undefined && (await outside.files.get(first));
  if (!beginning) throw new Problem('not_found');
  const pieces = async function* () {
    yield beginning;
    for (const fileId of others) {
      const piece = await outside.files.get(fileId);
      if (!piece) throw new Error(`a piece of an archive is lost: ${fileId}`);
      yield piece;
    }
  };
  const bytes = Readable.from(pieces(), { objectMode: false });
  bytes.once('close', leave);
  return {
    bytes,
    size: archive.bytes,
    type: 'application/zip',
    fileName: `Данные договора ${contractId} ${archive.ordered_on}.zip`,
  };
}

async function make(world: Needs, contractId: number, wanted: Made, signal: AbortSignal): Promise<DocumentFile> {
  const work = making.run(async () => {
    signal.throwIfAborted();
    // Before a connection is held.
    if (kindOf(wanted).type === PDF) await papers();
    return world.db.readLong(async (tx) => write(await contentOf(tx, world, contractId, wanted), signal));
  });
  if (!work) throw new Problem('overloaded', { retryAfter: 5 });
  const written = await work;
  if (!signal.aborted) return written;
  written.bytes.destroy();
  throw signal.reason;
}

/** Maximum documents of one contract made or read at a time. */
const MOST_OF_A_CONTRACT = 2;
const present = new Map<number, number>();

/** Counts a document of the contract until it is sent; throws if there are too many. */
function enter(contractId: number): () => void {
  const count = present.get(contractId) ?? 0;
  if (count >= MOST_OF_A_CONTRACT) throw new Problem('overloaded', { retryAfter: 5 });
  present.set(contractId, count + 1);
  return () => {
    const left = (present.get(contractId) ?? 0) - 1;
    if (left > 0) present.set(contractId, left);
    else present.delete(contractId);
  };
}

const PDF = 'application/pdf';
const CSV = 'text/csv; charset=utf-8; header=present';

function kindOf(wanted: Made): Omit<IssuedDocument, keyof DocumentFile> {
  if (wanted.kind === 'receipt') return { type: PDF, fileName: `Квитанция ${asWritten(wanted.entry_id)}.pdf` };
  if (wanted.kind === 'calls') return callsKind(wanted);
  if (wanted.kind === 'consent') return { type: PDF, fileName: `Согласие ${wanted.name}.pdf` };
  if (wanted.kind === 'sessions')
    return { type: CSV, fileName: `Сеансы ${asWritten(wanted.user_id)} ${wanted.period}.csv` };
  return { type: wanted.format === 'pdf' ? PDF : CSV, fileName: `${statementName(wanted)}.${wanted.format}` };
}

type CallsWanted = Extract<DocumentPromised, { kind: 'calls' }>;

const callsKind = ({ phone_number, period, format }: CallsWanted): Omit<IssuedDocument, keyof DocumentFile> => ({
  type: format === 'pdf' ? PDF : CSV,
  fileName: `Звонки ${asWritten(phone_number)} ${period}.${format}`,
});

const statementName = ({ p, from, until }: StatementWanted) => `Выписка ${ACCOUNT_NAMES[p]} ${from} — ${until}`;

async function contentOf(
  tx: Tx,
  { clock, provider }: Needs,
  contractId: number,
  wanted: Made,
): Promise<AsyncIterable<Buffer | string>> {
  const [now, zone] = [clock.now(), provider.time_zone];
  const issued = { provider, now, nowText: issuedText(instant(now), zone) };
  if (wanted.kind === 'receipt') {
    const payment = await paymentLineOf(tx, contractId, wanted.entry_id);
    if (!payment) throw new Problem('not_found');
    const { receiptPdf } = await papers();
    return receiptPdf(payment, { ...issued, paidText: issuedText(payment.at, zone) });
  }
  if (wanted.kind === 'consent') {
    const { consentPdf } = await papers();
    return consentPdf(await consentPaper(tx, contractId, wanted.name, issued), issued);
  }
  if (wanted.kind === 'calls') return callsTable(tx, contractId, wanted, issued);
  if (wanted.kind === 'sessions') {
    const userId = await ownInternet(tx, { contractId }, wanted.user_id);
    return sessionsCsv(tx, { userId, period: wanted.period, zone, now });
  }
  const endsAt = wanted.until === dayIn(zone, now) ? clockText(instant(now), zone) : undefined;
  const head = { ...(await statementHead(tx, contractId, wanted)), endsAt };
  if (wanted.format === 'csv') return statementCsv(tx, head, { zone, rates: provider.vat });
  const { statementPdf } = await papers();
  return statementPdf(tx, head, issued);
}

interface Issued {
  readonly provider: Needs['provider'];
  readonly now: Date;
  readonly nowText: string;
}

async function callsTable(
  tx: Tx,
  contractId: number,
  { phone_number, period, format, shows_numbers: isOpen = false }: CallsWanted,
  issued: Issued,
): Promise<AsyncIterable<Buffer | string>> {
  const { time_zone: zone, telephone } = issued.provider;
  const { number } = await ownLine(tx, contractId, phone_number);
  const told = (other: string) => (isOpen ? other : maskedNumber(other, telephone.area_code));
  const table = { number, period, zone, told };
  const isRunning = period === periodOf(dayIn(zone, issued.now));
  if (format === 'csv') return callsCsv(tx, table);
  const { callsPdf } = await papers();
  return callsPdf(tx, table, { ...issued, isRunning });
}
