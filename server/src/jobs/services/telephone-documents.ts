import { buffer } from 'node:stream/consumers';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { dayIn } from '@kabinet/contract/kernel/day';
import { lastFinishedDay } from '#server/domain/billing-run/charge-run.queries.ts';
import type { DocumentPromised } from '#server/domain/documents/document.ts';
import { issue } from '#server/domain/documents/issue.ts';
import { mailDocumentEffect, type DueDocument } from '#server/domain/documents/mailing/effects.ts';
import {
  linesWithCalls,
  noteSent,
  orderDue,
  settingsOf,
  unsentKey,
} from '#server/domain/documents/mailing/mailing.queries.ts';
import { daysOf, dueMonth } from '#server/domain/documents/mailing/mailing.rules.ts';
import { documentLetter } from '#server/domain/documents/mailing/mailing.texts.ts';
import type { Attachment } from '#server/integrations/mail/port.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import type { World } from '#server/kernel/world.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';

const PAGE = 100;
/** Bytes of attachments; many mail servers take letters of 25 MB, and base64 needs a third more. */
const MOST_BYTES = 15_000_000;
const PATIENCE_MS = 60_000;

/** Orders the documents of the last month once all its days are charged; stores orders and effects in one transaction. */
export async function orderDocumentsOfMonth({ db, clock, provider }: World): Promise<void> {
  const now = clock.now();
  const period = dueMonth(dayIn(provider.time_zone, now));
  if (period === undefined) return;
  const charged = await db.read(lastFinishedDay);
  if (charged === undefined || charged < daysOf(period).until) return;
  for (let ordered = PAGE; ordered === PAGE;) {
    ordered = await db.write(async (tx) => {
      const due = await orderDue(tx, period, now, PAGE);
      for (const { contract_id: contractId, document } of due) {
        await enqueueEffect(tx, mailDocumentEffect, { contractId, period, document });
      }
      return due.length;
    });
  }
}

/** Sends a document of a month, unless it is sent or the client has switched it off meanwhile. */
export async function mailDueDocument(world: World, due: DueDocument): Promise<void> {
  const { db, clock, provider, publicUrl, outside } = world;
  const { contractId, document, period } = due;
  const { key, no, settings, lines } = await db.read(async (tx) => ({
    key: await unsentKey(tx, due),
    no: await contractNo(tx, contractId),
    settings: await settingsOf(tx, contractId),
    lines: document === 'calls' ? await linesWithCalls(tx, contractId, period) : [],
  }));
  if (key === undefined || !settings?.[`sends_${document}`]) return;
  const wanted = document === 'invoice' ? [invoiceOf(due)] : lines.flatMap((line) => callsOf(line, due));
  if (wanted.length === 0) return;
  const { attachments, isCut } = await filesOf(world, contractId, wanted);
  const letter = documentLetter({ document, period, contractNo: no, provider: provider.name, publicUrl, isCut });
  await outside.mail.send({ to: settings.address, ...letter, attachments, key });
  await db.write((tx) => noteSent(tx, due, clock.now()));
}

const invoiceOf = ({ period }: DueDocument): DocumentPromised => ({
  kind: 'statement',
  p: 't',
  ...daysOf(period),
  format: 'pdf',
});

const callsOf = (line: string, { period }: DueDocument): DocumentPromised[] => {
  const phone_number = line as unknown as AskedId<'phone_number'>;
  return (['pdf', 'csv'] as const).map((format) => ({ kind: 'calls', phone_number, period, format }));
};

/** Makes the files one after the other, as many as fit into a letter. */
async function filesOf(world: World, contractId: number, wanted: readonly DocumentPromised[]) {
  const attachments: Attachment[] = [];
  let size = 0;
  for (const one of wanted) {
    const issued = await issue(world, contractId, one, AbortSignal.timeout(PATIENCE_MS));
    if (size + issued.size > MOST_BYTES) {
      issued.bytes.destroy();
      return { attachments, isCut: true };
    }
    size += issued.size;
    const { type, fileName: name } = issued;
    attachments.push({ name, type, content: await buffer(issued.bytes) });
  }
  return { attachments, isCut: false };
}
