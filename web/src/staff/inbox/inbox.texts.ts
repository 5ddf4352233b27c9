import type { Tone } from '#web/ui/card/state.tsx';
import type { contract, Wire } from '../api/contract.ts';

export type Waiting = Wire<typeof contract.inbox.list>['items'][number];

export const COSTS: Record<Waiting['cost'], { tone: Tone; word: string }> = {
  money: { tone: 'bad', word: 'Деньги абонентов' },
  connection: { tone: 'bad', word: 'Связь' },
  answer: { tone: 'wait', word: 'Ждут ответа' },
  books: { tone: 'off', word: 'Учёт' },
};

/** What has a page of its own; everything else is decided in the inbox. */
const ELSEWHERE: Partial<Record<Waiting['kind'], string>> = {
  approval: '/approvals',
  late_order: '/orders',
  order: '/orders',
  call_back: '/',
  new_client: '/',
};

/** Where a cause is decided. */
export const pageOf = ({ kind, cause }: Pick<Waiting, 'kind' | 'cause'>): string => {
  const there = ELSEWHERE[kind];
  return there ?? `/inbox?kind=${kind}${cause === null ? '' : `&cause=${encodeURIComponent(cause)}`}`;
};

export const isElsewhere = ({ kind }: Pick<Waiting, 'kind'>): boolean => ELSEWHERE[kind] !== undefined;

/** One cause among all. */
export const causeKey = ({ kind, cause }: Pick<Waiting, 'kind' | 'cause'>): string => `${kind} ${cause ?? ''}`;

/** The row to go on with: the one below, as they stand on the page, else the last one above; only what is decided in the inbox. */
export function nextCause(items: readonly Waiting[], done: Waiting): Waiting | undefined {
  const costs = [...new Set(items.map(({ cost }) => cost))];
  const shown = costs.flatMap((cost) => items.filter((one) => one.cost === cost));
  const place = shown.findIndex((one) => causeKey(one) === causeKey(done));
  const isHere = (one: Waiting): boolean => !isElsewhere(one);
  return shown.slice(place + 1).find(isHere) ?? shown.slice(0, Math.max(place, 0)).findLast(isHere);
}
