import type { ReplyNotes, RequestFacts } from './world.ts';

/** The facts of a request that comes from no browser: from this process itself, or from the command line. */
export const NO_BROWSER: RequestFacts = {
  ip: '',
  browser: '',
  origin: undefined,
  fetchSite: undefined,
  fetchDest: undefined,
  token: undefined,
  device: undefined,
  idempotencyKey: undefined,
  requestId: '',
  contract: undefined,
};

/** For a reply that has a result only. */
export const NO_NOTES: ReplyNotes = { header: () => undefined, cookie: () => undefined };
