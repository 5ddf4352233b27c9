import { z } from 'zod';
import { DayText, InstantText, PeriodText } from '../kernel/call/wire.ts';

/** A session is on, is being ended by the subscriber, or is over. */
export const SessionState = z.enum(['on', 'ending', 'ended']);

const seconds = z.int().meta({ description: 'Duration in seconds' });
const used = {
  seconds,
  bytes_in: z.int().meta({ description: 'To the subscriber; a session over midnight is split by time' }),
  bytes_out: z.int().meta({ description: 'From the subscriber' }),
};
const sessions = z.int().meta({ description: 'Number of sessions in it' });

const InternetSession = z.object({
  internet_session_id: z.int(),
  start: InstantText,
  stop: InstantText.nullable().meta({ description: 'Null for a live session' }),
  seconds,
  address: z.string(),
  mac: z.string().nullable(),
  port: z.string().nullable(),
  bytes_in: z.int(),
  bytes_out: z.int(),
  cause: z.string().nullable().meta({ description: 'Why it ended, in Russian; null for a live session' }),
  state: SessionState,
});

/** The use of an internet service: its months, or one month with its days and sessions. */
export const InternetUse = z.object({
  months: z.array(z.object({ period: PeriodText, sessions, ...used })).meta({
    description: 'Without a period: a page of months with sessions, newest first. With a period: that month, or none',
  }),
  days: z.array(z.object({ day: DayText, sessions, ...used })).meta({
    description:
      'Days of the period with sessions, in order; their sums equal those of the month. Empty without a period',
  }),
  hours: z
    .array(z.object({ hour: z.int().min(0).max(23), sessions, ...used }))
    .meta({ description: 'Hours of the requested day, in the provider’s time. Empty without a day' }),
  items: z.array(InternetSession).meta({
    description: 'With a period: a page of its sessions, or of those of the day, newest first. Empty without a period',
  }),
  live: z.array(InternetSession).meta({ description: 'Live sessions, regardless of the query; at most 10' }),
  next: z.string().nullable().meta({ description: 'Cursor of months without a period, of sessions with one' }),
});
