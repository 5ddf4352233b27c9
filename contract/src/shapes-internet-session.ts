import { z } from 'zod';
import { DayText, InstantText, PeriodText } from './kernel/wire.ts';

/** Whether a session is on, is being ended at the subscriber's wish, or is over. */
export const SessionState = z.enum(['on', 'ending', 'ended']);

const seconds = z.int().meta({ description: 'Time in the network' });
const used = {
  seconds,
  bytes_in: z.int().meta({ description: 'To the subscriber; of a session over midnight the share by time' }),
  bytes_out: z.int().meta({ description: 'From the subscriber' }),
};
const sessions = z.int().meta({ description: 'Sessions that were on in it' });

const InternetSession = z.object({
  internet_session_id: z.int(),
  start: InstantText,
  stop: InstantText.nullable().meta({ description: 'Null while it lasts' }),
  seconds,
  address: z.string(),
  mac: z.string().nullable(),
  port: z.string().nullable(),
  bytes_in: z.int(),
  bytes_out: z.int(),
  cause: z.string().nullable().meta({ description: 'Why it ended, a Russian sentence; null while it lasts' }),
  state: SessionState,
});

/** The use of an internet service: its months, or one of them with its days and sessions. */
export const InternetUse = z.object({
  months: z.array(z.object({ period: PeriodText, sessions, ...used })).meta({
    description: 'Without a period the page: months with sessions, newest first. With one: that month, or none',
  }),
  days: z
    .array(z.object({ day: DayText, sessions, ...used }))
    .meta({ description: 'Days of the period with sessions, in order; their sums are those of the month. Else empty' }),
  hours: z
    .array(z.object({ hour: z.int().min(0).max(23), sessions, ...used }))
    .meta({ description: 'Hours of the day that was asked for, by the clock of the provider. Else empty' }),
  items: z.array(InternetSession).meta({
    description: 'With a period the page: sessions that were on in it, or in its day, newest first. Else empty',
  }),
  live: z.array(InternetSession).meta({ description: 'What is on now, whatever was asked for; at most 10' }),
  next: z.string().nullable().meta({ description: 'Of months without a period, of sessions with one' }),
});
