import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { groupBy } from '#web/lib/text/group-by.ts';
import { byText, capital, counted, dayText, plural, range, rubles } from '#web/lib/text/format.ts';
import { isZero, payFor } from '#web/shared/money/account-sums.ts';
import type { Account, Client } from '#web/shared/data/frame-data.ts';
import {
  isBroken,
  kindForms,
  needsAttention,
  ownName,
  switchedOff,
  namesIn,
  type ListedService,
  type ListKind,
  type NameForms,
} from '#web/shared/service/text/service.texts.ts';

/** For how many days a client counts as new. */
const NEW_FOR = 7;
/** The title mentions the money when it lasts for at most so many days. */
const LOW_DAYS = 3;
/** More names than this are counted. */
const MOST_NAMES = 3;

type Charge = Account['upcoming'][number];

export interface Situation {
  client: Pick<Client, 'client_name' | 'is_company' | 'opened_on'> & Partial<Pick<Client, 'role'>>;
  services: readonly ListedService[];
  internet: Account | undefined;
  telephone: Account | undefined;
  /** When the failure at the address is to be over, if that is known. */
  fixedBy?: string | undefined;
  /** The provider's day. */
  today: string;
}

/** What the headings about money are made of. */
type MoneySituation = Pick<Situation, 'client' | 'internet' | 'telephone' | 'today'>;

export interface Headline {
  title: string;
  lead?: string | undefined;
}

/** The state of a few services in words: problems come first (design notes, principle 1). */
export function headline(situation: Situation): Headline {
  const { services } = situation;
  if (services.length === 0) return nothing(situation);
  return (
    debts(situation) ??
    failures(situation) ??
    network(situation) ??
    connecting(situation) ??
    low(situation) ??
    well(situation)
  );
}

/** A company has no name to be spoken to by; whoever sees somebody else's contract is not its subscriber. */
const toldTo = ({ client_name: name, is_company: isCompany, role }: Situation['client'], what: string): string =>
  isCompany || (role ?? null) !== null ? capital(what) : `${name}, ${what}`;

const nothing = ({ client }: Situation): Headline => ({
  title: toldTo(client, 'услуг пока нет'),
  lead: 'Позвоните нам: подберём тариф и\u00a0договоримся, когда подключить.',
});

/** Names of the affected services: the kind when all of its services are affected, otherwise their names. */
function namesOf(affected: readonly ListedService[], services: readonly ListedService[]): NameForms[] {
  const byKind = groupBy(affected, ({ kind }) => kind);
  return [...byKind].map(([kind, some]) => {
    const whole = services.filter((one) => one.kind === kind).length === some.length;
    const [only] = some;
    return whole || some.length > 1 || !only ? kindForms[kind] : namedForms(kind, only.name);
  });
}

/** «Интернет на даче» begins with the word of its kind, which follows the sentence; any other name stays as it is written. */
function namedForms(kind: ListKind, name: string): NameForms {
  const { start, within, object } = kindForms[kind];
  const more = name.startsWith(start) ? name.slice(start.length) : undefined;
  return more === undefined ? ownName(name) : { start: name, within: within + more, object: object + more };
}

const countedServices = (count: number): string => counted(count, 'услуга', 'услуги', 'услуг');

/** What a payment brings back; undefined if another billing decides: that is said beside the sum. */
export const backByPayment = (account: Pick<Account, 'charged_elsewhere'> | undefined): string | undefined =>
  account?.charged_elsewhere ? undefined : `Включим сразу, как придут деньги: обычно через ${range(1, 2)}\u00a0минуты.`;

function debts({ services, internet }: Situation): Headline | undefined {
  const off = services.filter(({ reason }) => reason === 'debt');
  if (off.length === 0) return undefined;
  const names = namesOf(off, services);
  const title =
    names.length > MOST_NAMES
      ? `За долг ${plural(off.length, 'отключена', 'отключены', 'отключено')} ${countedServices(off.length)}`
      : `${namesIn('start', names)} ${verbFor(off, names)} за\u00a0долг`;
  return { title, lead: backByPayment(internet) };
}

const verbFor = (off: readonly ListedService[], names: readonly NameForms[]): string => {
  const kinds: ListKind[] = names.length > 1 ? off.map(({ kind }) => kind) : off.slice(0, 1).map(({ kind }) => kind);
  return switchedOff(kinds);
};

function failures({ services }: Situation): Headline | undefined {
  const broken = services.filter(({ state }) => state === 'blocked');
  const [first] = broken;
  if (!first) return undefined;
  if (broken.length === 1) {
    const scheduled = first.reason === 'schedule';
    return {
      title: `${first.name} ${scheduled ? 'сейчас закрыт по\u00a0графику' : 'не\u00a0работает'}`,
      lead: first.number?.blocked_because ?? othersOf(first, services),
    };
  }
  const title = `${plural(broken.length, 'Не работает', 'Не работают', 'Не работает')} ${countedServices(broken.length)}`;
  const hit = services.filter(isBroken).length;
  if (hit > 0) return { title, lead: `И\u00a0ещё ${countedServices(hit)} — из-за аварии.` };
  const works = services.filter((one) => one.works).length;
  return {
    title,
    lead: `Остальные в порядке: ${plural(works, 'работает', 'работают', 'работает')} ${works} из ${services.length}.`,
  };
}

/** Says that the others work; a service that the client has paused counts as working. */
const othersOf = (failed: ListedService, services: readonly ListedService[]): string | undefined =>
  services.length > 1 && services.every((one) => one === failed || !needsAttention(one))
    ? 'Остальные услуги работают.'
    : undefined;

/** What happened, and until when, is told by the banner above the page. */
function network({ client, services, fixedBy, today }: Situation): Headline | undefined {
  if (!services.some(isBroken)) return undefined;
  const title = fixedBy ? `авария: починим ${byText(fixedBy, today)}` : 'по\u00a0вашему адресу авария';
  return {
    title: toldTo(client, title),
    lead: 'Уже чиним, вам делать ничего не\u00a0нужно.',
  };
}

function connecting({ services }: Situation): Headline | undefined {
  const waiting = services.filter(({ state }) => state === 'connecting');
  const [first] = waiting;
  if (!first) return undefined;
  return {
    title: `Подключаем ${namesIn('object', namesOf(waiting, services))}`,
    lead: first.user?.state_text,
  };
}

/** The money of an account ends within days. */
export function low(situation: MoneySituation): Headline | undefined {
  const { client, internet, telephone } = situation;
  const account = [internet, telephone].find(
    (one) => one?.days_left != null && one.days_left <= LOW_DAYS && !one.blocked,
  );
  const lead = lacks(account?.upcoming.at(-1), situation);
  if (!account || !lead) return undefined;
  const title = `пора пополнить ${account.kind === 'i' ? 'счёт' : 'телефон'}`;
  return { title: toldTo(client, title), lead };
}

const lacks = (charge: Charge | null | undefined, { today }: Pick<Situation, 'today'>): string | undefined =>
  charge && !isZero(charge.missing)
    ? `${dayText(charge.day, today)} спишем ${rubles(charge.amount)}, а\u00a0не\u00a0хватает ${rubles(payFor(charge.missing))}.`
    : undefined;

/** Calls may cost more than the telephone account holds, long before money is usually low. */
export function callsAhead(situation: Pick<Situation, 'telephone' | 'today'>): string | undefined {
  const lead = lacks(situation.telephone?.next_charge, situation);
  return lead && `Телефон: ${lead}`;
}

/** What the client must know first, although everything works. */
const notable = (situation: Situation): string | undefined =>
  callsAhead(situation) ?? pauses(situation) ?? plans(situation);

function well(situation: Situation): Headline {
  const { client, services, today } = situation;
  const isNew = daysBetween(client.opened_on as Day, today as Day) < NEW_FOR;
  const lead = notable(situation) ?? (isNew ? welcome(situation) : enough(situation));
  if (client.is_company) return { title: companyTitle(services), lead };
  const what =
    isNew && services.length === 1 ? `${namesIn('within', namesOf(services, services))} работает` : 'всё работает';
  return { title: toldTo(client, what), lead };
}

function companyTitle(services: readonly ListedService[]): string {
  const working = services.filter(({ works }) => works).length;
  if (working === services.length) return `Все ${countedServices(working)} работают`;
  const waits = services.some(needsAttention) ? ', остальные подключаем' : '';
  return `${plural(working, 'Работает', 'Работают', 'Работает')} ${working} из ${countedServices(services.length)}${waits}`;
}

function pauses({ services, today }: Situation): string | undefined {
  const paused = services.filter(({ state }) => state === 'paused');
  const [first] = paused;
  if (!first) return undefined;
  if (paused.length > 1) return `${countedServices(paused.length)} на\u00a0паузе по\u00a0вашей просьбе.`;
  const until = first.user?.returns_on ? ` до\u00a0${dayText(first.user.returns_on, today)}` : '';
  return `${first.name} на\u00a0паузе по\u00a0вашей просьбе${until}.`;
}

function plans({ services, today }: Situation): string | undefined {
  const [first] = services.flatMap(({ name, user }) => (user?.planned_plan ? [{ name, to: user.planned_plan }] : []));
  return first && `${first.name} с\u00a0${dayText(first.to.from, today)} перейдёт на\u00a0«${first.to.name}».`;
}

function welcome({ client, internet, today }: Situation): string {
  const since = `Вы с\u00a0нами с\u00a0${dayText(client.opened_on, today)}.`;
  const next = internet?.next_charge;
  return next ? `${since} Первое списание — ${dayText(next.day, today)}, ${rubles(next.amount)}.` : since;
}

/** The next charge is covered. */
export function enough({ internet, today }: Pick<Situation, 'internet' | 'today'>): string | undefined {
  const next = internet?.next_charge;
  if (!next || !isZero(next.missing)) return undefined;
  const when = next.day === addDays(today as Day, 1) ? 'Завтра' : dayText(next.day, today);
  return `${when} спишем ${rubles(next.amount)}, денег на\u00a0это хватает.`;
}
