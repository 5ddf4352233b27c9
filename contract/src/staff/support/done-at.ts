import { z } from 'zod';
import { isAsked, type Instant } from '../../kernel/day.ts';

const WRONG = 'Укажите время в виде ISO 8601';
/** The longest: nanoseconds and an offset. */
const MOST_SIGNS = 40;

/** When a step was done that is told later, because there was no network. */
export const DoneAt = z
  .codec(
    z.iso.datetime({ offset: true, error: WRONG, abort: true }).max(MOST_SIGNS, WRONG).refine(isAsked, WRONG),
    z.custom<Instant>(),
    { decode: (text) => text as Instant, encode: (instant: Instant) => instant },
  )
  .optional()
  .meta({
    description:
      'When it was done, if it is told later: not ahead of the server, not before the day of the visit nor before yesterday. Without it, now',
  });

/** The same in the help of the command line. */
export const DONE_AT = 'когда сделано, если говорим позже: 2026-11-24T14:20:00+04:00';
