import { z } from 'zod';
import { ConsentName } from '../../identity/consent.ts';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText, Id, inAddress, InstantText } from '../../kernel/call/wire.ts';
import { Numbered } from '../inputs.ts';
import { PersonPhone } from '../personal.ts';

/** The most rows of one reply. */
export const MOST_CONSENTS = 20_000;

const Decided = z.object({
  decision_id: z.int(),
  name: z.string(),
  title: z.string(),
  version: z.string(),
  text_hash: z.string().meta({ description: 'SHA-256 of the title, a line end, and the text; hexadecimal' }),
  is_given: z.boolean().meta({ description: 'false: withdrawn, or refused' }),
  decided_at: InstantText,
  ip: z.string(),
  browser: z.string(),
});

/** Rows after this one; all rows from the first one if it is absent. */
const After = inAddress(Id).optional();
const next = z.int().nullable().meta({ description: 'Pass it as `after` for the rest; null: this is all' });

/** Who agreed to which text, when, from where, and when he withdrew. Each subscriber sees which of the staff looked at his consents. */
export const consents = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/consents/contract',
    summary: 'The consents of a contract as they stand, with every decision and the words that were agreed to',
    roles: ['cashier', 'support', 'accountant'],
    command: {
      words: 'consents list',
      arguments: { contract_id: 'договор' },
      help: 'согласия договора: на какой текст, когда, откуда',
    },
    query: z.strictObject({ contract_id: Numbered }),
    result: z.object({
      standings: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          state: z.enum(['given', 'with_contract', 'withdrawn', 'none']),
          version: z.string().nullable().meta({ description: 'Agreed to now; null: none, or as signed' }),
          since: DayText.nullable(),
          is_asked: z.boolean().meta({ description: 'There is a newer version, not decided about' }),
        }),
      ),
      decisions: z.array(Decided.extend({ text: z.string() })).meta({ description: 'Newest first' }),
    }),
    problems: ['contract_unknown'],
  }),
  export: operatorCall({
    method: 'POST',
    path: '/staff/v1/consents/export',
    summary: 'All decisions of all contracts in the order in which they were made, as a table',
    roles: [],
    command: {
      words: 'consents export',
      options: { name: 'согласие', after: 'номер, после которого продолжить' },
      help: `журнал согласий всех договоров, CSV; за раз ${MOST_CONSENTS} строк`,
    },
    body: z.strictObject({ name: ConsentName.optional(), after: After }),
    result: z.object({ decisions: z.array(Decided.extend({ contract_id: z.int() })), next }),
  }),
  requests: operatorCall({
    method: 'POST',
    path: '/staff/v1/consents/requests',
    summary: 'What was agreed to with requests for a call or a connection, in the order of the requests, as a table',
    roles: [],
    command: {
      words: 'consents requests',
      options: { after: 'номер, после которого продолжить' },
      help: `согласия из заявок на звонок и подключение, CSV; за раз ${MOST_CONSENTS} строк`,
    },
    body: z.strictObject({ after: After }),
    result: z.object({
      requests: z.array(
        z.object({
          consent_id: z.int(),
          purpose: z.enum(['call_back', 'new_client']),
          version: z.string(),
          text_hash: z.string().meta({ description: 'SHA-256 of the text; hexadecimal' }),
          phone: PersonPhone,
          contract_id: z.int().nullable(),
          given_at: InstantText,
          ip: z.string(),
          browser: z.string(),
        }),
      ),
      next,
    }),
  }),
};
