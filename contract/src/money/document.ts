import { z } from 'zod';
import { AskedArchive } from '../identity/archive.ts';
import { ConsentName } from '../identity/consent.ts';
import { askedId, AskedNumber, AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { AskedFile } from '../support/support-shapes.ts';
import { AccountKind, AskedDay, AskedPeriod, DayText, Id, InstantText } from '../kernel/call/wire.ts';

/** All movements of an account in a period, with the opening and closing balance. */
const Statement = z.strictObject({
  kind: z.literal('statement'),
  p: AccountKind,
  from: AskedDay,
  until: AskedDay.meta({ description: 'The last day, inclusive' }),
  format: z.enum(['pdf', 'csv']),
});

/** One payment of the subscriber, as PDF. */
const Receipt = z.strictObject({ kind: z.literal('receipt'), entry_id: askedId('ledger_entry', Id) });

/** All calls of a phone number or SIP line in a period; numbers of others are masked unless they are shown. */
const Calls = z.strictObject({
  kind: z.literal('calls'),
  phone_number: AskedNumber,
  period: AskedPeriod,
  format: z.enum(['pdf', 'csv']).default('csv'),
});

/** All sessions of an internet service in a period, as CSV. */
const Sessions = z.strictObject({ kind: z.literal('sessions'), user_id: AskedUser, period: AskedPeriod });

/** A file that the client sent to support, as it was sent. */
const SupportFile = z.strictObject({ kind: z.literal('file'), file_id: AskedFile });

/** What the subscriber has agreed to, with the record of his decisions, as PDF. */
const Consent = z.strictObject({ kind: z.literal('consent'), name: ConsentName });

/** All data of the subscriber. Only a subscriber who has just confirmed his identity may open it. */
const Archive = z.strictObject({ kind: z.literal('archive'), archive_id: AskedArchive });

/** A document that a secure link can open. */
const DocumentWanted = z.discriminatedUnion('kind', [
  Statement,
  Receipt,
  Calls,
  Sessions,
  SupportFile,
  Consent,
  Archive,
]);

/** A document of the billing before ours; the browser opens it where it lies. */
const FormerDocument = z.object({
  title: z.string(),
  day: DayText,
  kind: z.enum(['contract', 'act', 'invoice', 'bill', 'other']),
  url: z
    .string()
    .startsWith('https://')
    .meta({ examples: ['https://papers.example.ru/act-57.pdf'] }),
});

export const document = {
  former: call({
    method: 'GET',
    path: '/v2/document/former',
    members: ['payer', 'full'],
    summary: 'Documents of the billing before ours, newest first, at most 1000: links that the browser opens',
    result: z.object({ documents: z.array(FormerDocument) }),
  }),
  link: call({
    method: 'POST',
    path: '/v2/document/link',
    // A document also needs access to the call that shows the same data (`handlers/money/document`).
    members: ['payer', 'technician', 'full'],
    summary: 'The secure link of one document: lives a minute, works once, and is no bearer token',
    outdates: [],
    body: DocumentWanted,
    result: z.object({
      url: z.string().meta({ description: 'Address with access-token; open it in a new tab' }),
      expires_at: InstantText,
    }),
    problems: ['payment_no_account', 'confirmation_required'],
  }),
};
