import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { acceptedTerms, requestConsents } from '#server/domain/identity/consents/consent.queries.ts';
import {
  decideConsent,
  placeOf,
  standingsOf,
  type ConsentStanding,
} from '#server/domain/identity/consents/consents.ts';
import type { Handler, Handlers } from '#server/kernel/world.ts';

type Group = typeof contract.consent;

const MOST_REQUESTS = 20;
const MOST_TERMS = 50;

const shown = ({ log, ...standing }: ConsentStanding, sessionId: string): Result<Group['decide']> => ({
  ...standing,
  decisions: log.map(({ is_given, version, decided_at, session_id, ip, browser }) => ({
    is_given,
    version,
    decided_at,
    ...placeOf({ ip, browser }),
    is_current: session_id === sessionId,
  })),
});

const list: Handler<Group['list']> = async (_, { db, subscriber: { contractId, sessionId }, provider, now }) => {
  const [standings, requests, terms] = await Promise.all([
    standingsOf(db, contractId, { provider, now }),
    requestConsents(db, contractId, MOST_REQUESTS),
    acceptedTerms(db, contractId, MOST_TERMS),
  ]);
  return {
    consents: standings.map((standing) => shown(standing, sessionId)),
    requests: requests.map(({ ip, browser, ...asked }) => ({ ...asked, ...placeOf({ ip, browser }) })),
    terms,
  };
};

const decideOne: Handler<Group['decide']> = async ({ body }, { db, subscriber, request, provider, now }) =>
  shown(await decideConsent(db, body, { subscriber, request, provider, now }), subscriber.sessionId);

export const consentHandlers: Handlers<Group> = { list, decide: decideOne };
