import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { addDays, addMonths, dayIn, instant, type Day, type Instant } from '@kabinet/contract/kernel/day';
import { hourStart } from '@kabinet/contract/kernel/zone';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { holdShare, holdShared, type ShareRow } from './sharing.queries.ts';
import { tellTerm } from './tell-change.ts';
import { noteReminded, putTerm, sharesToRemindOf } from './term.queries.ts';

// A share with a term ends as a day begins for the provider. Every statement that asks for a share compares this moment (`holds`), so
// nothing depends on the job that ends it for the record.

const MOST_MONTHS = 12;
const WRONG = 'Выберите день: с завтрашнего и не дальше года';

/** The moment at which access until a day ends; null: it has no term. */
export function endOfTerm(until: Day | null | undefined, { now, zone }: At): Date | null {
  if (until === null || until === undefined) return null;
  const today = dayIn(zone, now);
  if (until <= today || until > addMonths(today, MOST_MONTHS)) {
    throw new Problem('bad_input', { message: WRONG, errors: [{ path: 'body.until_day', message: WRONG }] });
  }
  return hourStart(until, 0, zone);
}

/** The day of the end of a term, for a reply. */
export const dayOfEnd = (endsAt: Instant | null, zone: string): Day | null =>
  endsAt === null ? null : dayIn(zone, new Date(endsAt));

const tomorrowOf = ({ now, zone }: At): Date => hourStart(addDays(dayIn(zone, now), 1), 0, zone);

/** The day at whose beginning a term ends: «27 декабря». */
export const untilText = (endsAt: Date, { now, zone }: At): string => dayText(dayIn(zone, endsAt), dayIn(zone, now));

/** Says until when a member has access; both sides hear of it. */
export async function changeTerm(
  tx: Tx,
  contractId: number,
  { id, until }: { readonly id: AskedId<'share'>; readonly until: Day | null },
  at: At,
): Promise<string> {
  const endsAt = endOfTerm(until, at);
  await holdShared(tx, contractId);
  const share = await holdShare(tx, { contractId }, id, at.now);
  if (!share || share.is_over) throw new Problem('not_found', { message: 'Этот доступ уже закрыт. Обновите страницу' });
  await giveTerm(tx, share, endsAt, at);
  return share.share_id;
}

/** Gives a share, locked, another term; the same one is told to nobody. */
export async function giveTerm(tx: Tx, share: ShareRow, endsAt: Date | null, at: At): Promise<void> {
  if (share.ends_at === (endsAt && instant(endsAt))) return;
  await putTerm(tx, share.share_id, { endsAt, soon: tomorrowOf(at) });
  const told = { what: 'term_changed', until: endsAt && untilText(endsAt, at), moment: instant(at.now) } as const;
  await tellTerm(tx, share, told, at);
}

/** Reminds both sides on the day before; returns of how many shares. */
export async function remindOfEnds(tx: Tx, most: number, at: At): Promise<number> {
  const ending = await sharesToRemindOf(tx, tomorrowOf(at), most, at.now);
  for (const share of ending) {
    const until = untilText(new Date(share.ends_at), at);
    await tellTerm(tx, share, { what: 'ends_soon', until, moment: share.ends_at }, at);
  }
  if (ending.length > 0)
    await noteReminded(
      tx,
      ending.map(({ share_id }) => share_id),
    );
  return ending.length;
}
