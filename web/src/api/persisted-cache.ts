import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { deviceMs, hearMoment, nowMs } from '#web/lib/clock/clock.ts';
import { readStored, writeStored, clearStored } from '#web/lib/page/stored.ts';
import { authError, onSessionOver, sessionMark, showContract } from './session.ts';

// The cache is stored for 24 hours, so that the cabinet opens with recent data even without a network.
// Data of one contract must never be shown under another, not for a single frame: the record names its contract and its session.
// It is shown at once only in that session; in any other only after the server has named the same contract. It is gone when the session
// ends: by signing out, by a refusal of the server, or by the end of the cookie that names the session.

const KEY = 'cache';
const SAVE_EVERY_MS = 2000;
/** The result that shows whose data this is. */
const OWNER_KEY = 'internet-contract';
const OWNER_HASH = hashKey([OWNER_KEY]);
/**
 * Results that are not stored: a QR lives minutes, a preview as long as its dialog, the lists of sign-in sessions and of those who
 * have access must be current, and numbers of others in calls are secrecy of communication.
 */
const NOT_KEPT = new Set(['payment', 'auth', 'family', 'default', 'preview', 'telephone-call']);

interface CachedReply {
  key: QueryKey;
  data: unknown;
  /** Milliseconds of the epoch. */
  updatedAt: number;
}

interface Kept {
  contract: number;
  session: string;
  /** By how many milliseconds the device's clock was wrong. */
  off: number;
  answers: readonly CachedReply[];
}

const saved = (): Kept | undefined => readStored<Kept | undefined>(KEY, undefined);

const contractOf = (cache: QueryClient): number | undefined =>
  cache.getQueryData<{ contract_id: number }>([OWNER_KEY])?.contract_id;

function save(cache: QueryClient): void {
  const contract = contractOf(cache);
  const session = sessionMark();
  if (contract === undefined || session === undefined || authError()) return;
  const answers = cache
    .getQueryCache()
    .getAll()
    .filter(({ state, queryKey }) => state.status === 'success' && !NOT_KEPT.has(String(queryKey[0])))
    .map(({ state, queryKey }): CachedReply => ({ key: queryKey, data: state.data, updatedAt: state.dataUpdatedAt }));
  writeStored(KEY, { contract, session, off: nowMs() - deviceMs(), answers } satisfies Kept);
}

/** Fills the cache with stored results, except where the server has already sent newer ones. */
function fill(cache: QueryClient, record: Kept | undefined): void {
  for (const { key, data, updatedAt } of record?.answers ?? []) {
    if (cache.getQueryData(key) === undefined) cache.setQueryData(key, data, { updatedAt });
  }
}

/**
 * Fills the cache from the device and keeps the device's copy up to date. Calls `onOther` when the server names another contract
 * than before, after removing all data of the former one from the device and the cache.
 * Returns a function that stops it.
 */
export function persistCache(cache: QueryClient, onOther: () => void): () => void {
  let known: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function saveSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      save(cache);
    }, SAVE_EVERY_MS);
  }

  const record = saved();
  const embedded = contractOf(cache);
  if (embedded !== undefined) {
    // The page came with answers, so the server has named the contract already; the data on the device may still be of another one.
    known = embedded;
    showContract(embedded);
    if (record?.contract === embedded) fill(cache, record);
    else if (record) clearStored();
    saveSoon();
  } else if (record && record.session === sessionMark()) {
    known = record.contract;
    showContract(known);
    // Its days are drawn before the server has told its moment, or without a network.
    hearMoment(deviceMs() + record.off);
    fill(cache, record);
  }

  function meet(contract: number): void {
    const former = known ?? saved()?.contract;
    const first = known === undefined;
    known = contract;
    showContract(contract);
    if (former !== undefined && former !== contract) {
      forget(cache, contract);
      onOther();
    } else if (first) fill(cache, saved());
  }

  const unsubscribe = cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success') return;
    const isOwner = query.queryHash === OWNER_HASH;
    const contract = isOwner ? contractOf(cache) : undefined;
    if (contract !== undefined && contract !== known) meet(contract);
    saveSoon();
  });
  const stopHearing = onSessionOver(() => writeStored(KEY, undefined, 0));
  return () => {
    unsubscribe();
    stopHearing();
    clearTimeout(timer);
  };
}

/** Clears the device and the cache, except the new contract. */
function forget(cache: QueryClient, contract: number): void {
  const answer = cache.getQueryData<{ contract_id: number }>([OWNER_KEY]);
  clearStored();
  cache.clear();
  if (answer?.contract_id === contract) cache.setQueryData([OWNER_KEY], answer);
}
