import { dayIn } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { At } from '../debt/debt.ts';
import { askedWords } from '../outside/asked.rules.ts';
import { askForChange, latestAsked, type AskedRow } from '../outside/request.queries.ts';
import { promiseSubject } from '../outside/subjects.ts';
import type { AskedElsewhere } from './promised-payment.rules.ts';

const AGREED = 'Оператор согласился. Услуги заработают, когда он их включит';

/** What the billing that charges was asked for, and has said of it. */
export async function askedPromise(
  tx: Tx,
  accountId: number,
  at: At,
): Promise<AskedElsewhere & { readonly said: string }> {
  const asked = await latestAsked(tx, promiseSubject(accountId));
  const { isWaiting, text } = askedWords(asked, at);
  if (isWaiting) return { reason: text, said: '' };
  return { reason: isAgreedToday(asked, at) ? AGREED : null, said: text };
}

/** The other side tells the services soon; until then nobody asks again. */
const isAgreedToday = (asked: AskedRow | undefined, { now, zone }: At): boolean =>
  asked?.state === 'confirmed' &&
  asked.answered_at !== null &&
  dayIn(zone, new Date(asked.answered_at)) === dayIn(zone, now);

interface PromiseAccount {
  readonly contractId: number;
  readonly accountId: number;
}

/** The account is named by its number; the sum and the term are for the other side to say. */
export const askForPromise = (tx: Tx, { contractId, accountId }: PromiseAccount, { now }: At): Promise<number> =>
  askForChange(tx, {
    kind: 'promise',
    subject: promiseSubject(accountId),
    contractId,
    userId: null,
    accountId,
    body: {},
    now,
  });
