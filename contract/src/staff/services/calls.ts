import { z } from 'zod';
import { LARGEST_TABLE, operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText } from '../../kernel/call/wire.ts';
import { Line } from '../tables.ts';
import { PersonCall } from '../personal.ts';

const MOST_COLUMNS = 1000;
/** The most records in one call: the rest of a file is sent in further calls. */
export const MOST_RECORDS = 10_000;

export const calls = {
  import: operatorCall({
    method: 'POST',
    path: '/staff/v1/calls/import',
    largestBody: LARGEST_TABLE,
    summary: 'Imports records of the telephone exchange (CDR), each once, and rates their calls',
    roles: ['engineer', 'admin'],
    command: {
      words: 'calls import',
      arguments: { records: 'файл.csv' },
      help: 'принять записи телефонной станции (CDR) и оценить звонки',
    },
    body: z.strictObject({
      header: z.array(z.string()).max(MOST_COLUMNS).meta({ description: 'The names of the columns' }),
      records: z
        .array(z.strictObject({ line: Line, cells: z.array(z.string()).max(MOST_COLUMNS).nullable() }))
        .max(MOST_RECORDS)
        .meta({ description: 'Unparsed cells of the file, not more than the header has; null for an unclosed quote' }),
    }),
    result: z.object({
      fresh: z.int(),
      repeated: z.int().meta({ description: 'Records imported before' }),
      bad: z.array(z.object({ line: z.int(), reason: z.string() })),
      doubtful: z.array(z.int()).meta({
        description: 'Imported lines whose time the clocks of the exchange showed twice: the first is taken',
      }),
    }),
  }),
  held: operatorCall({
    method: 'GET',
    path: '/staff/v1/calls/held',
    summary: 'Records of the exchange without a call, by the two numbers, largest group first',
    roles: ['engineer'],
    command: { words: 'calls held', help: 'записи станции, из которых звонка не вышло' },
    result: z.array(
      z.object({
        held: z.enum(['unknown_number', 'unknown_zone', 'no_rate', 'archived']),
        src: PersonCall,
        dst: PersonCall,
        legs: z.int(),
        seconds: z.int(),
        first: InstantText,
      }),
    ),
  }),
  differing: operatorCall({
    method: 'GET',
    path: '/staff/v1/calls/differing',
    summary: 'Records that came again with other data, newest first; the books have the first version',
    roles: ['engineer'],
    command: { words: 'calls differing', help: 'записи станции, которые пришли ещё раз с другими данными' },
    result: z.array(
      z.object({
        uniqueid: z.string(),
        sequence: z.int(),
        received_at: InstantText,
        src: PersonCall,
        dst: PersonCall,
        billsec: z.int().meta({ description: 'Seconds of conversation; 0 when nobody answered' }),
        started_at: InstantText,
        former_dst: PersonCall,
        former_billsec: z.int(),
        former_started_at: InstantText,
      }),
    ),
  }),
  retry: operatorCall({
    method: 'POST',
    path: '/staff/v1/calls/retry',
    summary: 'Processes the held records again, after a number or a price was added',
    roles: ['engineer', 'admin'],
    command: { words: 'calls retry', help: 'разобрать их ещё раз: номер или цена появились' },
    result: z.object({ held: z.int().meta({ description: 'Calls still held' }) }),
  }),
};
