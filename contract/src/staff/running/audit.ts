import { z } from 'zod';
import { ACTING_ROLES, operatorCall } from '../../kernel/call/staff-call.ts';
import { inAddress, InstantText, wholeNumber } from '../../kernel/call/wire.ts';
import { PersonWords } from '../personal.ts';

const AUDIT_FAULTS = ['removed', 'changed', 'inserted', 'reordered', 'missing', 'rewritten'] as const;

export const audit = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/audit/list',
    summary: 'The latest actions of operators, newest first',
    roles: ['owner', 'admin', 'auditor'],
    command: { words: 'audit', options: { limit: 'сколько' }, help: 'что операторы меняли, последнее сверху' },
    query: z.strictObject({ limit: inAddress(wholeNumber(1, 1000)).default(50) }),
    result: z.array(
      z.object({
        action_id: z.int(),
        begun_at: InstantText,
        operator: z.string(),
        role: z.enum(ACTING_ROLES).meta({ description: 'The role in which it was done' }),
        call: z.string().meta({ description: 'The command, by its words' }),
        title: z.string().meta({ description: 'The same in Russian: «Вернуть платёж»' }),
        input: z.record(z.string(), z.unknown()).meta({
          personal: 'words',
          description: 'The request; long texts and tables as size and SHA-256, without secrets',
        }),
        reason: PersonWords.nullable().meta({ description: 'Why, in the words of who did it' }),
        changed: z.object({ before: z.unknown(), after: z.unknown() }).nullable().meta({
          personal: 'words',
          description: 'What was there before and what is there now, where the call knows it',
        }),
        outcome: z.enum(['begun', 'done', 'refused', 'failed']).meta({
          description: 'begun: still running, or the process ended before the result',
        }),
        problem: z.string().nullable().meta({ description: 'The error code' }),
        ended_at: InstantText.nullable(),
        login: z
          .string()
          .nullable()
          .meta({ description: 'Of a person of the staff; null: on the server, or a program' }),
        agreed_by: z
          .string()
          .nullable()
          .meta({ description: 'The second person; it was done in the name of who asked' }),
        key_id: z.int().nullable().meta({ description: 'Of a program' }),
        address: z.string().nullable().meta({ description: 'Where the request came from; null: on the server' }),
        request_id: z.string().nullable(),
      }),
    ),
  }),
  verify: operatorCall({
    method: 'GET',
    path: '/staff/v1/audit/verify',
    summary:
      'Compares every row of the audit trail with the chain of hashes, and the chain with its anchors: what was removed, changed, inserted, reordered, rewritten',
    roles: ['owner', 'admin', 'auditor'],
    command: { words: 'audit verify', help: 'проверить, что журнал никто не переписал' },
    result: z.object({
      links: z.int().meta({ description: 'Sealed ones' }),
      hash: z.string().nullable().meta({ description: 'Of the last link, hexadecimal; null: there is none' }),
      unsealed: z.int().meta({ description: 'Rows that are not sealed yet; the worker seals them each minute' }),
      unsealed_seconds: z.number().meta({ description: 'Age of the oldest of them' }),
      anchors: z.object({
        database: z.int(),
        file: z.int().nullable().meta({ description: 'null: no file is set (`AUDIT_ANCHOR_FILE`)' }),
      }),
      faults: z
        .array(
          z.object({
            fault: z.enum(AUDIT_FAULTS),
            seq: z.int().nullable().meta({ description: 'The place in the chain; null: it has none' }),
            row: z
              .object({
                source: z.enum(['action', 'look']),
                row_id: z.int(),
                part: z.enum(['begun', 'whole']).meta({ description: '`begun`: as it was before its result' }),
              })
              .nullable(),
          }),
        )
        .meta({ description: 'At most a hundred; of `rewritten` the row at which an anchor stands' }),
    }),
  }),
};
