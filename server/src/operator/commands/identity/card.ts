import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { phoneText } from '@kabinet/contract/kernel/russian';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';
import { dayText, issuedText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';
import { dayCardLines } from './day-card.ts';
import { accountText, onPapers } from './search.ts';

type Card = Result<OperatorContract['card']['show']>;
type Link = Card['chain']['links'][number];

const LINK_NAMES: Record<Link['link'], string> = {
  money: 'Деньги',
  house: 'Дом',
  service: 'Услуга',
  line: 'Линия',
  router: 'Роутер',
  session: 'Сеанс',
  speed: 'Скорость',
  space: 'Место',
  phones: 'Телефон',
  spending: 'Лимит',
};
const SIGNS: Record<Link['state'], string> = { ok: '✓', bad: '✗', unknown: '?', not_reached: '·' };
const STATES: Record<Card['state'], string> = { active: 'действует', suspended: 'приостановлен', closed: 'закрыт' };

const linkLine = ({ link, state, checks, evidence }: Link): string => {
  const told = [...checks.map(({ title, value }) => (value == null ? title : `${title}, ${value}`)), ...evidence];
  return `  ${SIGNS[state]} ${LINK_NAMES[link]}${told.length === 0 ? '' : `: ${told.join('; ')}`}`;
};

const contactLines = ({ phones, mails }: Card['contacts']): string[] =>
  [
    ...phones.map(({ phone, ...rest }) => ({ value: phoneText(phone), ...rest })),
    ...mails.map(({ mail, ...rest }) => ({ value: mail, ...rest })),
  ].map(
    ({ value, whose, is_confirmed: isOwn }) =>
      `  ${value}${whose === null ? '' : `, ${whose}`}${isOwn ? '' : ', не подтверждён'}`,
  );

const serviceLine = ({ user_id, name, plan, monthly, state_text: text }: Card['services'][number]): string =>
  `  ${user_id}  ${name}${plan ? `, «${plan.name}»` : ''}${monthly === null ? '' : `, ${rubles(monthly)} в месяц`}: ${text}`;

const numberLine = ({ phone_number, plan, price, state }: Card['numbers'][number]): string =>
  `  ${phoneText(phone_number)}, «${plan}»${price === null ? '' : `, ${rubles(price)} в месяц`}: ${state === 'active' ? 'работает' : 'отключён'}`;

const part = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines]);

function linesOf(card: Card, zone: string): string[] {
  const { chain, accounts } = card;
  return [
    `${card.contract_id}${onPapers(card.printed_no)}  ${card.name}, ${STATES[card.state]} с ${dayText(card.opened_on, YEARLESS)}`,
    card.address,
    ...contactLines(card.contacts),
    ...part(
      'Счета',
      accounts.map((account) => `  ${account.account_no}  ${accountText(account)}`),
    ),
    ...part('Услуги', [...card.services.map(serviceLine), ...card.numbers.map(numberLine)]),
    ...part(`Почему не работает: ${chain.service?.name ?? 'услуг нет'}`, chain.links.map(linkLine)),
    `${chain.finding.title}. ${chain.finding.lead}`,
    ...part(
      'Открытые заявки',
      card.orders.map(({ order_id, goal, text }) => `  ${order_id}  ${goal}: ${text}`),
    ),
    ...part(
      'Аварии',
      card.incidents.map(
        ({ incident_id, cause, began_at }) => `  ${incident_id}  ${cause}, с ${issuedText(began_at, zone)}`,
      ),
    ),
    ...part(
      'Кто смотрел',
      card.looks.map(
        ({ read_at, operator, role, call }) =>
          `  ${issuedText(read_at, zone)}  ${operator}, ${ROLE_NAMES[role]}: ${call}`,
      ),
    ),
  ];
}

export const cardCommands: CommandsOf<OperatorContract['card']> = {
  show: { tell: (card, zone) => saidIf(card.chain.broken !== null, ...linesOf(card, zone)) },
  day: { tell: (card) => said(...dayCardLines(card)) },
};
