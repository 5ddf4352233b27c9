import { z } from 'zod';
import { Email, SENT_CODE } from '../contact-shapes.ts';
import { call } from '../kernel/call/call.ts';
import { CodeText, EmailText, InstantText, PeriodText } from '../kernel/call/wire.ts';
import { Account } from '../shapes.ts';

const Mailed = z.object({ period: PeriodText, sent_at: InstantText }).nullable();

/** The address of telephone documents, what goes to it, and the latest letters. */
const Documents = Email.extend({
  sends_invoice: z.boolean().meta({ description: 'The statement of the telephone account, as PDF' }),
  sends_calls: z
    .boolean()
    .meta({ description: 'Calls of each number, as PDF and CSV; the numbers of others are masked' }),
  send_day: z.int().meta({ description: 'The day of the month from which the documents of the last month are sent' }),
  last_invoice: Mailed,
  last_calls: Mailed,
});

export const telephone = {
  get: call({
    method: 'GET',
    path: '/v2/telephone',
    members: ['payer', 'full'],
    summary: 'The telephone account, or [] for a contract without one',
    result: z.union([Account, z.tuple([])]),
  }),
  emailSettings: call({
    method: 'GET',
    path: '/v2/telephone/email-settings',
    members: ['full'],
    summary: 'The e-mail for invoices and call details, and which of them are sent',
    result: Documents,
  }),
  setEmail: call({
    method: 'POST',
    path: '/v2/telephone/set-email',
    // The documents would go on after the access is closed.
    members: [],
    summary: 'Set the e-mail for documents; sends a code. A confirmed one stays until the new one is confirmed',
    outdates: ['telephone'],
    body: z.strictObject({ email: EmailText }),
    result: Documents,
    problems: ['payment_no_account', ...SENT_CODE],
  }),
  activateEmail: call({
    method: 'POST',
    path: '/v2/telephone/activate-email',
    members: [],
    summary: 'Confirm the e-mail for documents by the code; the client is told',
    outdates: ['telephone', 'notice'],
    body: z.strictObject({ code: CodeText }),
    result: Documents,
    problems: ['code_wrong', 'payment_no_account'],
  }),
  setEmailPackage: call({
    method: 'POST',
    path: '/v2/telephone/set-email-package',
    members: ['full'],
    summary: 'Choose which documents are sent; they need a confirmed address',
    outdates: ['telephone'],
    body: z.strictObject({ sends_invoice: z.boolean(), sends_calls: z.boolean() }),
    result: Documents,
    problems: ['documents_no_address', 'payment_no_account'],
  }),
};
