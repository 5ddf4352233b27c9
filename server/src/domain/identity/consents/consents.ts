import { createHash } from 'node:crypto';
import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { NEWS_CONSENT, setNews } from '#server/domain/messaging/choices.queries.ts';
import { settleMatter } from '#server/domain/messaging/notify.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ConsentTerms, Provider } from '#server/kernel/provider.ts';
import type { RequestFacts, Subscriber } from '#server/kernel/world.ts';
import { networkOf } from '../session/address.rules.ts';
import { describeBrowser } from '../session/browser.rules.ts';
import { decisionsOf, holdDecider, insertDecision, openedOn, textId, type ConsentDecision } from './consent.queries.ts';
import { consentTopic } from './topic.ts';

const MOST_DECISIONS = 20;

interface Agreed {
  readonly version: string | null;
  readonly day: Day;
  readonly text: string | null;
}

/** A consent of the provider's file as it stands for one contract. */
export interface ConsentStanding extends Omit<ConsentTerms, 'when_given'> {
  readonly state: 'given' | 'with_contract' | 'withdrawn' | 'none';
  /** What the contract agrees to now; version and text are null if it was signed with the contract. */
  readonly agreed: Agreed | null;
  readonly is_asked: boolean;
  readonly when_given: string | null;
  readonly log: readonly ConsentDecision[];
}

/** The consents of the provider's file, in its order. */
export async function standingsOf(
  tx: Tx,
  contractId: number,
  { provider, now }: { readonly provider: Provider; readonly now: Date },
): Promise<ConsentStanding[]> {
  const { consents, time_zone: zone } = provider;
  const today = dayIn(zone, now);
  const names = consents.map(({ name }) => name);
  const [signedOn, decisions] = await Promise.all([
    openedOn(tx, contractId),
    decisionsOf(tx, contractId, names, MOST_DECISIONS),
  ]);
  return consents.map((terms) => {
    const log = decisions.filter(({ name }) => name === terms.name);
    const state = stateOf(terms, log, signedOn, zone);
    // A new version is offered from its first day on.
    const is_asked = state.is_asked && terms.valid_from <= today;
    return { ...terms, when_given: terms.when_given ?? null, ...state, is_asked, log };
  });
}

function stateOf(
  { is_required, version, valid_from }: ConsentTerms,
  [latest]: readonly ConsentDecision[],
  signedOn: Day,
  zone: string,
): Pick<ConsentStanding, 'state' | 'agreed' | 'is_asked'> {
  if (!latest) {
    return is_required
      ? {
          state: 'with_contract',
          agreed: { version: null, day: signedOn, text: null },
          is_asked: signedOn < valid_from,
        }
      : { state: 'none', agreed: null, is_asked: false };
  }
  if (!latest.is_given) return { state: 'withdrawn', agreed: null, is_asked: false };
  const day = dayIn(zone, new Date(latest.decided_at));
  return {
    state: 'given',
    agreed: { version: latest.version, day, text: latest.text },
    is_asked: latest.version !== version,
  };
}

interface Deciding {
  readonly subscriber: Subscriber;
  readonly request: Pick<RequestFacts, 'ip' | 'browser'>;
  readonly provider: Provider;
  readonly now: Date;
}

interface Choice {
  readonly name: string;
  /** The version that was shown. */
  readonly version: string;
  readonly is_given: boolean;
}

/** Stores a decision, unless it equals the latest one. The consent to news also switches the news on and off. */
export async function decideConsent(tx: Tx, choice: Choice, deciding: Deciding): Promise<ConsentStanding> {
  const { subscriber, provider } = deciding;
  const terms = fitting(choice, provider);
  await holdDecider(tx, subscriber.contractId);
  const [latest] = await decisionsOf(tx, subscriber.contractId, [terms.name], 1);
  if (latest?.is_given !== choice.is_given || latest.version !== terms.version) {
    await writeDown(tx, terms, choice.is_given, deciding);
    await settleMatter(tx, subscriber.contractId, consentTopic(terms.name), deciding.now);
  }
  const standing = (await standingsOf(tx, subscriber.contractId, deciding)).find(({ name }) => name === terms.name);
  if (!standing) throw new Problem('not_found');
  return standing;
}

/** Returns the consent that was shown; refuses an unknown one, an outdated version and a decision that is not possible. */
function fitting({ name, version, is_given: isGiven }: Choice, { consents }: Provider): ConsentTerms {
  const terms = consents.find((one) => one.name === name);
  if (!terms) throw new Problem('not_found');
  if (terms.version !== version) throw new Problem('consent_changed');
  if (terms.is_required && !isGiven) throw new Problem('consent_required');
  return terms;
}

async function writeDown(
  tx: Tx,
  terms: ConsentTerms,
  isGiven: boolean,
  { subscriber: { contractId, sessionId }, request: { ip, browser }, provider, now }: Deciding,
): Promise<void> {
  const { name, title, text } = terms;
  const hash = createHash('sha256').update(`${title}\n${text}`).digest();
  const id = await textId(tx, terms, hash, now);
  await insertDecision(tx, { contractId, textId: id, name, isGiven, now, sessionId, ip, browser });
  if (name === NEWS_CONSENT) await setNews(tx, contractId, provider.product, { isOn: isGiven, now });
}

/** Whether news need a consent that the contract has not given. */
export async function needsConsentToNews(tx: Tx, contractId: number, { consents }: Provider): Promise<boolean> {
  if (!consents.some(({ name }) => name === NEWS_CONSENT)) return false;
  const [latest] = await decisionsOf(tx, contractId, [NEWS_CONSENT], 1);
  return latest?.is_given !== true;
}

/** The place of a decision as its owner sees it: a masked address and the browser. */
export const placeOf = ({ ip, browser }: { readonly ip: string; readonly browser: string }) => ({
  browser: describeBrowser(browser),
  network: networkOf(ip),
});
