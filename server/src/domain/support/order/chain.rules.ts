import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { CheckCause } from './check.texts.ts';

export type ChainLink = Result<OperatorContract['card']['show']>['chain']['links'][number];
type LinkName = ChainLink['link'];
type Check = ChainLink['checks'][number];

const INTERNET = ['money', 'house', 'service', 'line', 'router', 'session', 'speed'] as const;
const OF_KIND: Record<ServiceKind, readonly LinkName[]> = {
  internet: INTERNET,
  tv: ['money', 'house', 'service'],
  sip: ['money', 'house', 'service', 'phones', 'spending'],
  mail: ['money', 'house', 'service', 'space'],
  telephone: ['money', 'house', 'service'],
};

const LINK_OF: Record<Exclude<Check['what'], 'tried'>, LinkName> = {
  debt: 'money',
  incident: 'house',
  locked: 'service',
  paused: 'service',
  blocked: 'service',
  applied: 'service',
  line: 'router',
  speed: 'speed',
  space: 'space',
  phones: 'phones',
  spending: 'spending',
};

/** A lock that is not the client's or the provider's decision, and what the network tells, is a fault of the router, its session or its line. */
const FAULT_OF: Partial<Record<CheckCause, LinkName>> = {
  binding_stale: 'router',
  session_stuck: 'session',
  second_device: 'session',
  nas_silent: 'line',
};
const MAY_BE_OTHERS: ReadonlySet<Check['what']> = new Set(['locked', 'line']);

function linkOf({ what, ok }: Check, cause: CheckCause): LinkName | undefined {
  if (what === 'tried') return undefined;
  return (ok === false && MAY_BE_OTHERS.has(what) ? FAULT_OF[cause] : undefined) ?? LINK_OF[what];
}

/** What the network has told, by link. */
export type Evidence = Partial<Record<LinkName, readonly string[]>>;

/**
 * The steps of the subscriber's own check as links of a chain: nothing is judged a second time. A router that is on line has a
 * session, and a line that carries it.
 */
export function chainOf(
  kind: ServiceKind,
  { checks, cause }: { readonly checks: readonly Check[]; readonly cause: CheckCause },
  evidence: Evidence,
): { readonly links: ChainLink[]; readonly broken: LinkName | null } {
  const names = OF_KIND[kind];
  const own = Map.groupBy(checks, (check) => linkOf(check, cause));
  const broken = names.find((name) => own.get(name)?.some(({ ok }) => ok === false)) ?? null;
  const end = broken === null ? names.length : names.indexOf(broken);
  const isOnLine = own.get('router')?.some(({ ok }) => ok === true) === true;
  const links = names.map((name, place): ChainLink => {
    const steps = own.get(name) ?? [];
    return {
      link: name,
      state: stateAt(name, { place, end, steps, isOnLine }),
      checks: steps,
      evidence: [...(evidence[name] ?? [])],
    };
  });
  return { links, broken };
}

interface At {
  readonly place: number;
  /** The place of the broken link. */
  readonly end: number;
  readonly steps: readonly Check[];
  readonly isOnLine: boolean;
}

function stateAt(name: LinkName, { place, end, steps, isOnLine }: At): ChainLink['state'] {
  if (place > end) return 'not_reached';
  if (place === end) return 'bad';
  if (steps.some(({ ok }) => ok === true)) return 'ok';
  return isOnLine && (name === 'line' || name === 'session') ? 'ok' : 'unknown';
}
