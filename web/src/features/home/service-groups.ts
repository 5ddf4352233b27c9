import { groupBy } from '#lib/group-by.ts';
import { kindWord, severalWord, needsAttention, type Listed, type ListKind } from '#shared/service/service.texts.ts';

/** From so many on there is a search. */
export const SEARCH_FROM = 12;
/** How many of a kind are shown before «Показать все». */
export const SHOWN_AT_FIRST = 3;

export interface ServiceGroup {
  kind: ListKind;
  title: string;
  services: Listed[];
  /** How many need something to be done. */
  troubled: number;
}

const order: readonly ListKind[] = ['internet', 'tv', 'sip', 'mail', 'telephone'];

const rank = (service: Listed): number => {
  if (needsAttention(service)) return 0;
  return service.state === 'active' ? 2 : 1;
};

/** What needs attention first, then what rests, then what works; otherwise in the order of the provider. */
const attentionFirst = (services: readonly Listed[]): Listed[] => [...services].sort((a, b) => rank(a) - rank(b));

/** Services by kind, in the order of the menu. */
export function serviceGroups(services: readonly Listed[]): ServiceGroup[] {
  const byKind = groupBy(services, ({ kind }) => kind);
  return order.flatMap((kind) => {
    const some = byKind.get(kind);
    if (!some) return [];
    const title = some.length > 1 ? severalWord[kind] : kindWord[kind];
    return [{ kind, title, services: attentionFirst(some), troubled: some.filter(needsAttention).length }];
  });
}

const digits = (text: string): string => text.replace(/\D/g, '');

function wordsOf({ name, user, number }: Listed): string {
  const own = user ? [user.name, user.login, user.address, user.plan?.name] : [number?.plan];
  return [name, ...own].join(' ').toLowerCase();
}

/** By name, login, address, plan or number, whatever the case; digits of a number are found without its spaces. */
export function foundServices(services: readonly Listed[], sought: string): Listed[] {
  const text = sought.trim().toLowerCase();
  const number = digits(text);
  return services.filter(
    (service) => wordsOf(service).includes(text) || (number.length > 2 && digits(service.name).includes(number)),
  );
}
