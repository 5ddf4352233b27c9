import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { dayText, rubles } from '#web/lib/text/format.ts';
import { sumOf } from '#web/shared/money/account-sums.ts';
import type { ContractCard, Chain } from './card-data.ts';

type LinkName = Chain['links'][number]['link'];

/** The links of «почему не работает». */
export const LINKS: Record<LinkName, string> = {
  money: 'Деньги',
  house: 'Дом',
  service: 'Услуга',
  line: 'Линия',
  router: 'Роутер',
  session: 'Сеанс',
  speed: 'Скорость',
  space: 'Место в ящике',
  phones: 'Телефоны',
  spending: 'Лимит на звонки',
};

const UNKNOWN: Record<LinkName, string> = {
  money: 'не знаем',
  house: 'не знаем',
  service: 'не знаем',
  line: 'сеть не сказала',
  router: 'сеть не сказала',
  session: 'сеть не сказала',
  speed: 'не измеряли',
  space: 'не знаем',
  phones: 'не знаем',
  spending: 'не знаем',
};

/** A link without a figure of its own. */
const FINE: Partial<Record<LinkName, string>> = { house: 'аварий и работ нет', service: 'включена, без паузы' };

/** What is said below a link: what the network has told, and what the check has found. */
export function linkText({ link, state, checks, evidence }: Chain['links'][number]): string {
  if (state === 'not_reached') return 'ждёт';
  if (state === 'unknown') return [...evidence, ...(evidence.length === 0 ? [UNKNOWN[link]] : [])].join(', ');
  const isBroken = state === 'bad';
  const values = checks
    .filter(({ ok }) => ok === !isBroken)
    .flatMap(({ title, value }) => (isBroken ? [lowered(title), value ?? ''] : [value ?? '']));
  const said = isBroken || FINE[link] === undefined ? [...evidence, ...values] : [];
  return said.filter(Boolean).join(', ') || (FINE[link] ?? 'в порядке');
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const ACCOUNT_WORDS = { i: 'Счёт «Интернет»', t: 'Счёт «Телефон»' } as const;

type CardAccount = ContractCard['accounts'][number];

/** How long the money of an account lasts, in a sentence. */
export function moneyText(
  { blocked, missing, lasts_until: until, days_left: left }: CardAccount,
  today: string,
): string {
  if (blocked) return `Услуги закрыты за долг, не хватает ${rubles(missing)}`;
  if (until === null) return left === null ? 'Ничего не списывается' : 'Хватит на все известные списания';
  return `Хватит до ${dayText(until, today)}`;
}

/** The answer to «почему не работает и что с деньгами», the lead of the card. */
export function cardLead({ chain, accounts, state }: ContractCard, today: string): string {
  if (state === 'closed') return 'Договор расторгнут';
  const words = [chain.finding.title, ...(missingText(accounts) ?? moneyTexts(accounts, today))];
  return words.map((sentence) => `${sentence}.`).join(' ');
}

const DEBTS = { i: 'за интернет и ТВ', t: 'за телефон' } as const;

/** What is missing on all accounts, as the desk takes it: «Не хватает 815,90 ₽: 628,50 ₽ за интернет и ТВ, 187,40 ₽ за телефон». */
function missingText(accounts: readonly CardAccount[]): readonly string[] | undefined {
  const off = accounts.filter(({ blocked }) => blocked);
  if (off.length === 0) return undefined;
  const parts = off.map(({ kind, missing }) => `${rubles(missing)} ${DEBTS[kind]}`);
  if (off.length === 1) return [`Не хватает ${parts.join('')}`];
  return [`Не хватает ${rubles(sumOf(off.map(({ missing }) => missing)))}: ${parts.join(', ')}`];
}

/** Until when each account lasts; of one account without its name. */
function moneyTexts(accounts: readonly CardAccount[], today: string): readonly string[] {
  const [first, second] = accounts.map((account) => moneyText(account, today));
  if (first === undefined) return [];
  return second === undefined || second === first ? [first] : [first, `Телефон: ${lowered(second)}`];
}

/** A surname with initials, for lists: «Рябов П. А.». */
export function shortName(name: string): string {
  const [surname = '', ...names] = name.split(/\s+/);
  return names.length === 0 || names.length > 2
    ? name
    : [surname, ...names.map((one) => `${one.charAt(0)}.`)].join(' ');
}

/** Yesterday is the latest day that is over: its card is the latest one that is not of now. */
export const dayBefore = (today: string): string => addDays(today as Day, -1);
