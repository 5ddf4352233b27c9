import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { loadBatch, wanted } from '#web/api/batch.ts';
import { contract, type Call, type Request, type Wire } from '#web/api/contract.ts';
import { cacheKey, JUST_CAME_MS, useCall } from '#web/api/use-call.ts';
import type { Role } from '#web/shared/data/role.ts';
import type { SettingsKnown } from './answer.ts';

/** The role in the open contract: undefined until it is known whose it is. */
function useKnownRole(): { role: Role | undefined; isKnown: boolean } {
  const { data, isError } = useCall(contract.internetContract.get, {});
  return { role: data?.role ?? undefined, isKnown: data !== undefined || isError };
}

const ANY = [wanted(contract.family.contracts, {})];
const FULL = [...ANY, wanted(contract.notice.settings, {})];
const OWN = [
  ...FULL,
  ...[
    contract.notice.getMobile,
    contract.notice.emailSettings,
    contract.notice.contacts,
    contract.notice.getMax,
    contract.notice.getTelegram,
  ].map((one) => wanted(one, {})),
  ...[
    contract.notice.getMessages,
    contract.security.get,
    contract.auth.sessions,
    contract.security.access,
    contract.family.get,
  ].map((one) => wanted(one, {})),
  ...[contract.consent.list, contract.security.staffReads, contract.archive.get].map((one) => wanted(one, {})),
];

const BARE = [...ANY, wanted(contract.security.get, {}), wanted(contract.auth.sessions, {})];

function askedBy(role: Role | undefined) {
  if (role === undefined) return OWN;
  if (role === 'none') return BARE;
  return role === 'full' ? FULL : ANY;
}

/** Whether the batch has been answered, or cannot be now: the parts may then be asked for alone. */
function useSettingsBatch(role: Role | undefined, isKnown: boolean): boolean {
  const cache = useQueryClient();
  const list = askedBy(role);
  const { isFetched, fetchStatus } = useQuery({
    queryKey: ['default', 'index', 'settings', role ?? 'owner'],
    queryFn: async () => {
      await loadBatch(cache, list);
      return true;
    },
    enabled: isKnown,
    staleTime: JUST_CAME_MS,
    retry: false,
  });
  const isThere = list.every(([call, request]) => cache.getQueryData(cacheKey(call, request)) !== undefined);
  return isKnown && (isFetched || isThere || fetchStatus === 'paused');
}

/** Without an answer, and one may still come. */
const isComing = ({ isPending, fetchStatus }: Pick<UseQueryResult, 'isPending' | 'fetchStatus'>): boolean =>
  isPending && fetchStatus === 'fetching';

export interface KnownNow {
  known: SettingsKnown;
  role: Role | undefined;
  /** All answers have come, or have failed. */
  isSettled: boolean;
  hasFailed: boolean;
}

/** What all parts are set to, in one request; those that an answer outdates are asked for again alone. */
export function useKnown(): KnownNow {
  const { role, isKnown } = useKnownRole();
  const isReady = useSettingsBatch(role, isKnown);
  const isOwn = isReady && role === undefined;
  const isSignIn = isOwn || (isReady && role === 'none');
  const asked: UseQueryResult[] = [];
  const ask = <C extends Call>(call: C, enabled: boolean): Wire<C> | undefined => {
    // oxlint-disable-next-line react/rules-of-hooks -- always the same calls in the same order
    const reply = useCall(call, {} as Request<C>, { enabled });
    if (enabled) asked.push(reply);
    return enabled ? reply.data : undefined;
  };
  const known: SettingsKnown = {
    contracts: ask(contract.family.contracts, isReady),
    settings: ask(contract.notice.settings, isOwn || (isReady && role === 'full')),
    mobile: ask(contract.notice.getMobile, isOwn),
    email: ask(contract.notice.emailSettings, isOwn),
    contacts: ask(contract.notice.contacts, isOwn),
    max: ask(contract.notice.getMax, isOwn),
    telegram: ask(contract.notice.getTelegram, isOwn),
    messages: ask(contract.notice.getMessages, isOwn),
    ways: ask(contract.security.get, isSignIn),
    sessions: ask(contract.auth.sessions, isSignIn),
    access: ask(contract.security.access, isOwn),
    family: ask(contract.family.get, isOwn),
    consents: ask(contract.consent.list, isOwn),
    reads: ask(contract.security.staffReads, isOwn),
    archive: ask(contract.archive.get, isOwn),
  };
  const isSettled = isReady && !asked.some(isComing);
  return { known, role, isSettled, hasFailed: isSettled && asked.some(({ data }) => data === undefined) };
}
