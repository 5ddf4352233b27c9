import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { Problem } from '#kernel/problem.ts';
import type { World } from '#kernel/world.ts';
import { ownInternet } from '../internet-session/own-internet.ts';
import { sessionsCsv } from '../internet-session/sessions-csv.ts';
import { boundedQueue } from '../session/queue.ts';
import { callsCsv } from '../telephone/calls-csv.ts';
import { ownLine } from '../telephone/line.queries.ts';
import type { DocumentWanted, StatementWanted } from './document.ts';
import { paymentOf } from './document.queries.ts';
import { issuedText } from './line-words.rules.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { statementCsv } from './statement-csv.ts';
import { statementPdf } from './statement-pdf.ts';
import { statementHead } from './statement.ts';

/** A document under way: its bytes leave as they are made. */
export interface Issue {
  readonly bytes: Readable;
  readonly type: string;
  readonly fileName: string;
}

type Needs = Pick<World, 'db' | 'clock' | 'provider'>;

/** Each holds a connection as long as its reader reads, so there are few at a time. */
const queue = boundedQueue({ running: 4, waiting: 16 });

/** Begins the document. It shows one frozen moment; a failure in its middle breaks the stream off. */
export function issue(world: Needs, contractId: number, wanted: DocumentWanted): Issue {
  const bytes = new PassThrough();
  const work = queue.run(() =>
    world.db.read(async (tx) => pipeline(Readable.from(await contentOf(tx, world, contractId, wanted)), bytes)),
  );
  if (!work) throw new Problem('overloaded', { retryAfter: 5 });
  work.catch((error: unknown) => bytes.destroy(error as Error));
  return { bytes, ...kindOf(wanted) };
}

const PDF = 'application/pdf';
const CSV = 'text/csv; charset=utf-8; header=present';

function kindOf(wanted: DocumentWanted): Omit<Issue, 'bytes'> {
  if (wanted.kind === 'receipt') return { type: PDF, fileName: `Квитанция ${wanted.entry_id}.pdf` };
  if (wanted.kind === 'calls') return { type: CSV, fileName: `Звонки ${wanted.phone_number} ${wanted.period}.csv` };
  if (wanted.kind === 'sessions') return { type: CSV, fileName: `Сеансы ${wanted.user_id} ${wanted.period}.csv` };
  return { type: wanted.format === 'pdf' ? PDF : CSV, fileName: `${statementName(wanted)}.${wanted.format}` };
}

const statementName = ({ p, from, until }: StatementWanted) =>
  `Выписка ${p === 'i' ? 'Интернет' : 'Телефон'} ${from} — ${until}`;

async function contentOf(
  tx: Tx,
  { clock, provider }: Needs,
  contractId: number,
  wanted: DocumentWanted,
): Promise<AsyncIterable<Buffer | string>> {
  const [now, zone] = [clock.now(), provider.time_zone];
  const issued = { provider, now, nowText: issuedText(instant(now), zone) };
  if (wanted.kind === 'receipt') {
    const payment = await paymentOf(tx, contractId, wanted.entry_id);
    if (!payment) throw new Problem('not_found');
    return receiptPdf(payment, { ...issued, paidText: issuedText(payment.at, zone) });
  }
  if (wanted.kind === 'calls') {
    const { number } = await ownLine(tx, contractId, wanted.phone_number);
    return callsCsv(tx, number, wanted.period, zone);
  }
  if (wanted.kind === 'sessions') {
    const userId = await ownInternet(tx, contractId, wanted.user_id);
    return sessionsCsv(tx, { userId, period: wanted.period, zone, now });
  }
  const head = await statementHead(tx, contractId, wanted);
  return wanted.format === 'csv'
    ? statementCsv(tx, head, { zone, rates: provider.vat })
    : statementPdf(tx, head, issued);
}
