import {
  capital,
  counted,
  dayText,
  keepTogether,
  magnitude,
  momentText,
  number,
  plural,
  rubles,
} from '#web/lib/text/format.ts';
import type { Account, Client, ServicesOverview, User } from '#web/shared/data/frame-data.ts';
import { kindWord, severalWord, type ListKind } from '#web/shared/service/text/service.texts.ts';
import { backByPayment, callsAhead, enough, low, type Headline } from '../headline.ts';
import type { Place, Spending, SpentDay } from './many-data.ts';

const countedServices = (count: number): string => counted(count, 'услуга', 'услуги', 'услуг');
const countedPlaces = (count: number): string => counted(count, 'место', 'места', 'мест');
/** «Не работает 1 услуга», «Не работают 2 услуги», «Не работает 5 услуг». */
const agrees = (count: number, one: string, several: string): string => plural(count, one, several, one);

/** The name of a service without its place: «Резервный канал, Жукова, 59» at «Жукова, 59» is «Резервный канал». */
export const nameAt = ({ name, address }: Pick<User, 'name' | 'address'>): string =>
  address !== '' && name.endsWith(`, ${address}`) ? name.slice(0, -address.length - 2) : name;

/** «Жукова, 59: резервный канал»; a name without its place stands as it is. */
export function attentionTitle(user: Pick<User, 'name' | 'address'>): string {
  const own = nameAt(user);
  if (own === user.name) return own;
  // «SIP, добавочный 100» stays as it is.
  const isWord = /^\p{Lu}\p{Ll}/u.test(own);
  // A house stays on the line of its street.
  const place = user.address.replaceAll(/, (?=[0-9])/g, ',\u00a0');
  return keepTogether(`${place}: ${isWord ? own.charAt(0).toLowerCase() + own.slice(1) : own}`);
}

interface Situation {
  overview: ServicesOverview;
  client: Client;
  internet: Account | undefined;
  telephone: Account | undefined;
  /** A failure of the network at the address of the contract. */
  isHit: boolean;
  today: string;
}

/** The state of many services in words: what does not work comes first, the rest is counted. */
export function manyHeadline({ overview, client, internet, telephone, isHit, today }: Situation): Headline {
  return (
    debts(overview, internet) ??
    places(overview) ??
    failures(overview) ??
    network(isHit) ??
    connecting(overview) ??
    low({ client, internet, telephone, today }) ?? {
      title: all(overview),
      lead: callsAhead({ telephone, today }) ?? enough({ internet, today }),
    }
  );
}

function debts({ in_debt: count }: ServicesOverview, internet: Account | undefined): Headline | undefined {
  if (count === 0) return undefined;
  return {
    title: `За долг ${plural(count, 'отключена', 'отключены', 'отключено')} ${countedServices(count)}`,
    lead: backByPayment(internet),
  };
}

function places({ down, place_count: count, ...rest }: ServicesOverview): Headline | undefined {
  const [first] = down;
  if (!first) return undefined;
  return down.length === 1
    ? { title: keepTogether(`Ничего не работает: ${first.address}`), lead: others(rest) }
    : { title: `Не\u00a0работает ${down.length} из ${countedPlaces(count)}`, lead: others(rest) };
}

function failures(overview: ServicesOverview): Headline | undefined {
  const { broken, services, attention } = overview;
  if (broken === 0) return undefined;
  const [first] = attention;
  const only = broken === 1 && first?.user ? `${attentionTitle(first.user)}. ` : '';
  return {
    title: `${agrees(broken, 'Не\u00a0работает', 'Не\u00a0работают')} ${countedServices(broken)} из ${number(services)}`,
    lead: `${only}${others(overview)}`,
  };
}

/** What the rest does: «Ещё 1 услугу подключаем, остальные 158 работают.» */
function others({
  works,
  services,
  broken,
  troubled,
}: Pick<ServicesOverview, 'works' | 'services' | 'broken' | 'troubled'>) {
  const waiting = troubled - broken;
  const rest =
    services - works === troubled
      ? `остальные ${number(works)} работают`
      : `${agrees(works, 'работает', 'работают')} ${number(works)} из ${number(services)}`;
  return `${capital(waiting > 0 ? `ещё ${countedServicesToDo(waiting)} подключаем, ${rest}` : rest)}.`;
}

const network = (isHit: boolean): Headline | undefined =>
  isHit ? { title: 'Авария по\u00a0вашему адресу', lead: 'Уже чиним, вам делать ничего не\u00a0нужно.' } : undefined;

function connecting({ troubled, works, services, attention }: ServicesOverview): Headline | undefined {
  if (troubled === 0) return undefined;
  const [first] = attention;
  const only = troubled === 1 && first?.user ? `: ${attentionTitle(first.user)}` : '';
  return {
    title: `${agrees(works, 'Работает', 'Работают')} ${number(works)} из ${countedServices(services)}`,
    lead: `Подключаем ${countedServicesToDo(troubled)}${only}.`,
  };
}

const countedServicesToDo = (count: number): string => counted(count, 'услугу', 'услуги', 'услуг');

function all({ works, services }: ServicesOverview): string {
  return works === services
    ? `Все ${countedServices(services)} работают`
    : `${agrees(works, 'Работает', 'Работают')} ${number(works)} из ${countedServices(services)}`;
}

/** «29 мест, 160 услуг»; what has no place is not counted as one. */
export const placesTitle = ({ place_count: count, services }: ServicesOverview): string =>
  count === 0 ? countedServices(services) : `${countedPlaces(count)}, ${countedServices(services)}`;

/** The heading of a place; what has none is named by its kinds. */
export function placeName({ address, kinds }: Pick<Place, 'address' | 'kinds'>): string {
  if (address !== '') return address;
  const words = kinds.map(({ kind }) => severalWord[kind]);
  const [first = 'Без адреса', ...more] = words.toReversed();
  return [first, ...more.map(withinLine)].join(' и\u00a0');
}

/** Short words: several kinds stand in one line. */
const shortWord: Record<ListKind, string> = { ...kindWord, sip: 'SIP' };
const severalShort: Record<ListKind, string> = { ...severalWord, sip: 'SIP' };

/** A common noun within a sentence; an abbreviation stays as it is. */
const withinLine = (word: string): string => (/^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word);

/** «Интернет × 3, ТВ, номера × 40». */
export const kindsText = (kinds: Place['kinds']): string =>
  kinds
    .map(({ kind, services }, index) => {
      const word = (services > 1 ? severalShort : shortWord)[kind];
      const shown = index > 0 ? withinLine(word) : word;
      return services > 1 ? `${shown}\u00a0×\u00a0${number(services)}` : shown;
    })
    .join(', ');

/** «Ещё 21 место, всё в порядке». */
export const morePlaces = (count: number, isFine: boolean): string =>
  `Ещё ${countedPlaces(count)}${isFine ? ', всё в\u00a0порядке' : ''}`;

export const foundText = (count: number): string =>
  `${plural(count, 'Нашлась', 'Нашлись', 'Нашлось')} ${countedServices(count)}`;

export const kindChip = (kind: ListKind, count: number): string => `${severalShort[kind]} ${number(count)}`;

/** «Ремонт», «Ремонт, 1 из 4». */
export const troubleText = (word: string, { troubled, services }: Pick<Place, 'troubled' | 'services'>): string =>
  services === 1 ? word : `${word}, ${number(troubled)} из ${number(services)}`;

export const spentWord: Record<Spending['kinds'][number]['kind'], string> = {
  ...severalWord,
  calls: 'Разговоры',
  other: 'Прочее',
};

/** «Сегодня −2 847 ₽ за 107 услуг». */
export function spentLine({ day, charged, services }: SpentDay, today: string): string {
  const when = dayText(day, today);
  const sum = rubles(charged.startsWith('-') ? magnitude(charged) : `-${charged}`);
  return services === 0
    ? `${day === today ? 'Сегодня' : when} ${sum}`
    : `${day === today ? 'Сегодня' : when} ${sum} за\u00a0${countedServicesOf(services)}`;
}

const countedServicesOf = (count: number): string => counted(count, 'услугу', 'услуги', 'услуг');

export const monthUntil = (today: string): string => `на\u00a0${dayText(today, today)}`;

/** «Ничего не работает с 25 ноября, 16:05». */
export const downText = (since: string, today: string): string =>
  keepTogether(`Ничего не работает с ${momentText(since, today)}`);

export const moneyTitle = (hasTwo: boolean): string => (hasTwo ? 'На\u00a0двух счетах' : 'На\u00a0счёте');
