import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { askedWords, type AskedMoment } from '#server/domain/billing/outside/asked.rules.ts';
import { askForChange, latestAsked, type AskedKind } from '#server/domain/billing/outside/request.queries.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ChangeOutcome } from './change-summary.ts';
import { bumpVersion } from './service-change.queries.ts';
import { undone } from './undone.queries.ts';

/**
 * What a change would be that another billing is asked for: it was carried out and undone for its prices, and what it costs, and
 * when, is for the other side to say.
 */
export const handedOver = <T extends ChangeOutcome>(told: T): T & { readonly handed_over: true } => ({
  ...told,
  charge_now: kopecks(0),
  parts: [],
  charge_next: null,
  balance_after: kopecks(told.balance_after + told.charge_now),
  missing: kopecks(0),
  undo_until: null,
  changeable_from: null,
  ends_undo: null,
  notes: [],
  handed_over: true,
});

interface AskedInstead {
  readonly kind: AskedKind;
  readonly subject: string;
  readonly body: Readonly<Record<string, string | number>>;
  readonly isRehearsal?: boolean | undefined;
}

type OwnService = Pick<ServiceRow, 'user_id' | 'contract_id' | 'account_id'>;

/** Another billing is asked for a change of a service, and says when: it is made here when that is confirmed. */
export async function askInstead<T extends ChangeOutcome>(
  tx: Tx,
  { user_id: userId, contract_id: contractId, account_id: accountId }: OwnService,
  { kind, subject, body, isRehearsal = false }: AskedInstead,
  asIfMade: () => Promise<T>,
  at: AskedMoment,
): Promise<T & { readonly handed_over: true }> {
  await refuseWhileAsked(tx, subject, at);
  const told = await undone(tx, asIfMade);
  if (!isRehearsal) {
    await askForChange(tx, { kind, subject, contractId, userId, accountId, body, now: at.now });
    await bumpVersion(tx, userId);
  }
  return handedOver(told);
}

/** Nothing is asked for twice: what waits for an answer is told instead. */
export async function refuseWhileAsked(tx: Tx, subject: string, at: AskedMoment): Promise<void> {
  const { isWaiting, text } = askedWords(await latestAsked(tx, subject), at);
  if (isWaiting) throw new Problem('change_not_allowed', { message: text });
}
