import { isAsked, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { z } from 'zod';
import { accountTyped } from '#server/domain/payments/payment-agents/account-typed.rules.ts';
import type { AgentRefusal } from '#server/domain/payments/payment-agents/outcome.ts';
import type { Parameters } from './parameters.ts';

/**
 * The payment agent's number of a payment: a whole number of at most twenty digits, not zero, which a check uses. One with leading
 * zeros is refused: `7` and `07` are one number, and must not become two payments.
 */
export const TxnIdField = z.string().regex(/^[1-9]\d{0,19}$/);

/** Our number of a payment. */
export const OurNumberField = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

export const AccountField = z.string().transform((text, context) => {
  const typed = accountTyped(text);
  if (typed === undefined) context.addIssue('not an account');
  return typed ?? '';
});

/** Roubles with a dot and at most two digits of kopecks, as kopecks; never rounded or guessed (B.1). */
export const SumField = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,2})?$/)
  .transform((text) => {
    const [roubles = '', fraction = ''] = text.split('.');
    return kopecks(Number(roubles) * 100 + Number(fraction.padEnd(2, '0')));
  });

/** The day of a protocol's date; the pattern names the groups `y`, `m`, `d`, `hh`, `mm` and `ss`. */
export const dateAs = (pattern: RegExp) =>
  z
    .string()
    .transform((text, context) => {
      const found = dayOf(text.replace(pattern, '$<y>-$<m>-$<d>T$<hh>:$<mm>:$<ss>.000Z'));
      if (found === undefined) context.addIssue('not a date');
      return found;
    })
    .optional();

/** The day of an ISO text; undefined for 30 February, hour 25 and the year 0. */
function dayOf(iso: string): Day | undefined {
  const moment = Date.parse(iso);
  const isMoment = !Number.isNaN(moment) && new Date(moment).toISOString() === iso && isAsked(iso);
  return isMoment ? (iso.slice(0, 10) as Day) : undefined;
}

/** Reads parameters by their schemas, in order: the first invalid one decides the refusal. */
export function readFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  given: Parameters,
  refusals: Readonly<Record<string, AgentRefusal>>,
): z.output<z.ZodObject<Shape>> | AgentRefusal {
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  return refusals[String(parsed.error.issues[0]?.path[0])] ?? 'request_unreadable';
}
