import { groupBy } from '#web/lib/text/group-by.ts';
import {
  isBroken,
  kindWord,
  severalWord,
  needsAttention,
  type ListedService,
  type ListKind,
} from '#web/shared/service/text/service.texts.ts';

/** How many of a kind are shown before «Показать все». */
export const SHOWN_AT_FIRST = 3;

export interface ServiceGroup {
  kind: ListKind;
  title: string;
  services: ListedService[];
  /** How many need attention. */
  troubled: number;
  /** Every service that needs attention is down because of a failure of the network. */
  isHit: boolean;
}

const order: readonly ListKind[] = ['internet', 'tv', 'sip', 'mail', 'telephone'];

const rank = (service: ListedService): number => {
  if (needsAttention(service)) return 0;
  return service.works ? 2 : 1;
};

/** Services that need attention first, then paused ones, then working ones; otherwise in the provider's order. */
const attentionFirst = (services: readonly ListedService[]): ListedService[] =>
  [...services].sort((a, b) => rank(a) - rank(b));

/** Services by kind, in the order of the menu. */
export function serviceGroups(services: readonly ListedService[]): ServiceGroup[] {
  const byKind = groupBy(services, ({ kind }) => kind);
  return order.flatMap((kind) => {
    const some = byKind.get(kind);
    if (!some) return [];
    const title = some.length > 1 ? severalWord[kind] : kindWord[kind];
    const troubled = some.filter(needsAttention);
    const isHit = troubled.length > 0 && troubled.every(isBroken);
    return [{ kind, title, services: attentionFirst(some), troubled: troubled.length, isHit }];
  });
}
