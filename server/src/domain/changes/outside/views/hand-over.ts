import { isTrouble } from '#server/db/trouble.ts';
import { nextRequests, type BillingRequest } from '#server/domain/billing/outside/request.queries.ts';
import { BillingAway, type OpenBilling } from '#server/integrations/billing-views/port.ts';
import { reasonOf } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';
import { takeAnswer, type BillingAnswer } from '../answer.ts';
import type { AnswerMoment } from '../show-asked.ts';

const AT_ONCE = 100;
/** So many contracts whose requests fail are a fault of the procedure: the rest is not tried. */
const MOST_FAILING = 5;
/** As long as a reason of the call. */
const LONGEST_REASON = 300;
const NO_REASON = 'Причина не названа';

type Handing = Pick<World, 'db' | 'log'> & Pick<OpenBilling, 'book'> & { readonly momentOf: () => AnswerMoment };

/**
 * Books what waits, each request in a transaction of the other side that also keeps its number, and then answers it here. If we die in
 * between, the next run books the same number again, and is told what became of it. Requests of a contract go in their order: after one
 * that fails none of that contract is booked, or the number up to which a balance counts would jump over it. One that the other side lets
 * wait holds back only its like: money does not wait for a change of plan that a person is to make. Returns why some were not booked.
 */
export async function handRequestsOver(handing: Handing): Promise<string | undefined> {
  const held = { money: new Set<number>(), changes: new Set<number>() };
  const troubles: string[] = [];
  for (let isMore = true; isMore && troubles.length < MOST_FAILING;) {
    // From the beginning each time: a number may be committed later than the one after it, of another account.
    const waiting = await handing.db.read((tx) => nextRequests(tx, { limit: AT_ONCE, held }));
    for (const request of waiting) {
      const trouble = await handInTurn(handing, request, held);
      if (trouble !== undefined) troubles.push(trouble);
    }
    isMore = waiting.length === AT_ONCE;
  }
  return troubles[0];
}

/** Hands a request over unless one before it holds it back; says why it could not be booked. */
async function handInTurn(
  handing: Handing,
  request: BillingRequest,
  held: { readonly money: Set<number>; readonly changes: Set<number> },
): Promise<string | undefined> {
  const { contract_id: contract, amount } = request;
  const alike = amount === null ? held.changes : held.money;
  if (alike.has(contract)) return undefined;
  const handed = await handOne(handing, request);
  if (handed === 'waiting') alike.add(contract);
  if (typeof handed === 'string') return undefined;
  held.money.add(contract);
  held.changes.add(contract);
  return `запрос ${request.request_no}: ${handed.trouble}`;
}

type Handed = 'answered' | 'waiting' | { readonly trouble: string };

/** Books a request there and answers it here, unless one of both is away. */
async function handOne({ db, log, book, momentOf }: Handing, request: BillingRequest): Promise<Handed> {
  const { request_no: requestNo, kind, body } = request;
  try {
    const { state, reason } = await book({ requestNo, kind, body });
    if (state === 'waiting') return state;
    await db.write((tx) => takeAnswer(tx, { requestNo, ...reasoned(state, reason) }, momentOf()));
    return 'answered';
  } catch (error) {
    if (error instanceof BillingAway || isTrouble(error)) throw error;
    log.error({ err: error, requestNo }, 'request not booked by another billing');
    return { trouble: reasonOf(error) };
  }
}

/** A subscriber reads why he is refused. */
function reasoned(state: BillingAnswer['state'], reason: string | null): Omit<BillingAnswer, 'requestNo'> {
  if (state === 'confirmed') return { state, reason: null };
  const said = (reason ?? '').trim().slice(0, LONGEST_REASON);
  return { state, reason: said === '' ? NO_REASON : said };
}
