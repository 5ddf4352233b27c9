import type { contract, Wire } from '#web/api/contract.ts';
import { groupBy } from '#web/lib/text/group-by.ts';
import { phone } from '#web/lib/text/format.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';
import type { Tone } from '#web/ui/card/state.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import type { Hit } from '#web/shared/data/incidents.ts';
import { kindOf, kinds, lookOf, pathOf, type UserKind } from './service-state.tsx';

export type PhoneNumber = Wire<typeof contract.telephoneNumber.list>[number];
/** Kinds in lists of services: those of service accounts, and phone numbers. */
export type ListKind = UserKind | 'telephone';

type Gender = 'm' | 'n' | 'f';
const genders: Record<ListKind, Gender> = { internet: 'm', tv: 'n', sip: 'f', mail: 'f', telephone: 'm' };

/** Short participles that agree with «Интернет» (m), «ТВ» (n) and «Почта» (f). */
const agreed: Partial<Record<NonNullable<User['reason']>, Record<Gender, string>>> = {
  debt: { m: 'Отключён за долг', n: 'Отключено за долг', f: 'Отключена за долг' },
  schedule: { m: 'Закрыт по графику', n: 'Закрыто по графику', f: 'Закрыта по графику' },
  operator: { m: 'Остановлен провайдером', n: 'Остановлено провайдером', f: 'Остановлена провайдером' },
  abuse: { m: 'Остановлен из-за вируса', n: 'Остановлено из-за вируса', f: 'Остановлена из-за вируса' },
};
const closed: Record<Gender, string> = { m: 'Закрыт', n: 'Закрыто', f: 'Закрыта' };

export interface Look {
  tone: Tone;
  icon: IconName;
  word: string;
}

/** The network has failed beneath a service that nothing else has stopped. */
const broken: Look = { tone: 'wait', icon: 'triangle-alert', word: 'Авария' };

/** Look and text of a state; the word agrees in gender with the kind of the service. */
export function serviceLook(kind: ListKind, held: Pick<User, 'state' | 'reason'>, hit: Hit): Look {
  if (held.state === 'active' && hit(kind)) return broken;
  const look = lookOf(held);
  const gender = genders[kind];
  if (held.state === 'closed') return { ...look, word: closed[gender] };
  const words = held.state === 'blocked' && held.reason ? agreed[held.reason] : undefined;
  return words ? { ...look, word: words[gender] } : look;
}

export const kindWord: Record<ListKind, string> = {
  internet: kinds.internet.word,
  tv: kinds.tv.word,
  sip: kinds.sip.word,
  mail: kinds.mail.word,
  telephone: 'Телефон',
};

/** Plural names of the kinds. */
export const severalWord: Record<ListKind, string> = { ...kindWord, telephone: 'Номера' };

/** A name in a sentence: at its beginning, within it, and as what is done to it («Подключаем почту»). */
export interface NameForms {
  readonly start: string;
  readonly within: string;
  readonly object: string;
}

/** What subscribers call their own services stays as they have written it. */
export const ownName = (name: string): NameForms => ({ start: name, within: name, object: name });

export const nameForms = (start: string, object = start.toLowerCase()): NameForms => ({
  start,
  within: start.toLowerCase(),
  object,
});

export const kindForms: Record<ListKind, NameForms> = {
  internet: nameForms(kindWord.internet),
  tv: ownName(kindWord.tv),
  sip: { ...ownName(kindWord.sip), object: 'SIP-телефонию' },
  mail: nameForms(kindWord.mail, 'почту'),
  telephone: nameForms(kindWord.telephone),
};

/** «Интернет, ТВ и почта» at the `start` of a sentence, «интернет, ТВ и почта» `within` one, «интернет, ТВ и почту» as an `object`. */
export function namesIn(form: keyof NameForms, names: readonly NameForms[]): string {
  const later = form === 'start' ? 'within' : form;
  const words = names.map((name, index) => name[index > 0 ? later : form]);
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' и\u00a0');
}

export const kindIcon: Record<ListKind, IconName> = {
  internet: kinds.internet.icon,
  tv: kinds.tv.icon,
  sip: kinds.sip.icon,
  mail: kinds.mail.icon,
  telephone: 'phone',
};

/** «отключён», «отключено», «отключена», or «отключены» when there are several. */
export function switchedOff(names: readonly ListKind[]): string {
  const [only, ...others] = names;
  if (only === undefined || others.length > 0) return 'отключены';
  return { m: 'отключён', n: 'отключено', f: 'отключена' }[genders[only]];
}

/** One row of a list of services: a service account or a phone number. */
export interface ListedService {
  key: string;
  kind: ListKind;
  name: string;
  path: string;
  state: User['state'];
  reason: User['reason'];
  /** It works: nothing has stopped it, and the network beneath it is whole. */
  works: boolean;
  look: Look;
  user?: User;
  number?: PhoneNumber;
}

const troubles: Record<Exclude<User['state'], 'active'>, string> = {
  connecting: 'Когда заработает',
  paused: 'Услуга на\u00a0паузе',
  blocked: 'Почему не\u00a0работает',
  closed: 'Услуга закрыта',
};

/** The heading of the card that explains why a service does not work; its state is beside the heading of the page. */
export const troubleTitle = (state: keyof typeof troubles): string => troubles[state];

/** The only service of a kind is named by its kind, several by the client's names. */
export function listedUsers(users: readonly User[], hit: Hit): ListedService[] {
  const count = groupBy(users, ({ user_type }) => kindOf(user_type));
  return users.map((user) => {
    const kind = kindOf(user.user_type);
    const alone = count.get(kind)?.length === 1;
    return {
      key: `u${user.user_id}`,
      kind,
      name: alone ? kindWord[kind] : user.name,
      path: pathOf(user),
      state: user.state,
      reason: user.reason,
      works: user.state === 'active' && !hit(kind),
      look: serviceLook(kind, user, hit),
      user,
    };
  });
}

export const listedNumbers = (numbers: readonly PhoneNumber[], hit: Hit): ListedService[] =>
  numbers.map((number) => ({
    key: `n${number.phone_number}`,
    kind: 'telephone',
    name: phone(number.phone_number),
    path: `/telephone/${number.phone_number}`,
    state: number.state,
    reason: number.reason,
    works: number.state === 'active' && !hit('telephone'),
    look: serviceLook('telephone', number, hit),
    number,
  }));

/** Whether the network has failed beneath a service that nothing else has stopped. */
export const isBroken = ({ state, works }: Pick<ListedService, 'state' | 'works'>): boolean =>
  state === 'active' && !works;

/** Whether a service needs attention: it is neither working nor paused by the client. */
export const needsAttention = (service: Pick<ListedService, 'state' | 'works'>): boolean =>
  service.state === 'blocked' || service.state === 'connecting' || isBroken(service);

/** Whether nothing is charged before the return; days of a suspension may be paid. */
export const isFreePause = ({ state, next_charge, returns_on }: User): boolean =>
  state === 'paused' && (next_charge === null || returns_on === null || next_charge.day >= returns_on);
