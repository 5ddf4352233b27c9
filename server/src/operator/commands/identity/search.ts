import { YEARLESS, dayText, rubles } from '#server/domain/shared/text.rules.ts';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { said, saidIf, type CommandsOf } from '../../command.ts';

type Group = Result<OperatorContract['search']['find']>['groups'][number];
type Found = Group['items'][number];

const GROUP_NAMES: Record<Group['group'], string> = {
  contract: 'Номер договора',
  account: 'Счёт',
  name: 'Имя',
  address: 'Адрес',
  phone: 'Телефон для связи',
  number: 'Телефонный номер',
  login: 'Логин услуги',
  mailbox: 'Почта',
  mac: 'MAC',
  ip: 'IP-адрес',
  device: 'Серийный номер',
  order: 'Заявка',
  payment: 'Платёж',
  document: 'Документ',
};

const STATES: Record<Found['state'], string> = { active: '', suspended: ', приостановлен', closed: ', закрыт' };

/** «Интернет 872,30 ₽ до 1 декабря 2026», «Интернет −571,40 ₽, отключён за долг, не хватает 571,40 ₽» */
export function accountText({
  kind,
  balance,
  missing,
  blocked,
  lasts_until: until,
}: Found['accounts'][number]): string {
  const rest = blocked
    ? `, отключён за долг, не хватает ${rubles(missing)}`
    : until === null
      ? ''
      : `, хватит до ${dayText(until, YEARLESS)}`;
  return `${ACCOUNT_NAMES[kind]} ${rubles(balance)}${rest}`;
}

/** « (на бумагах ЮЛ-30003/17)» */
export const onPapers = (printed: string | null): string => (printed === null ? '' : ` (на бумагах ${printed})`);

export const foundLine = ({
  contract_id,
  printed_no: printed,
  name,
  address,
  state,
  accounts,
  found,
}: Found): string => {
  const what = found === null ? '' : `  [${found}]`;
  return `${contract_id}${onPapers(printed)}  ${name}${STATES[state]}  ${address}${what}\n    ${accounts.map(accountText).join('; ')}`;
};

const linesOf = ({ group, items, count, next }: Group): string[] => [
  `${GROUP_NAMES[group]}: ${count > 200 ? 'больше 200, уточните' : count}`,
  ...items.map(foundLine),
  ...(next === null ? [] : [`  ещё: --group=${group} --cursor=${next}`]),
];

export const searchCommands: CommandsOf<OperatorContract['search']> = {
  find: {
    tell: ({ groups }) => (groups.length === 0 ? saidIf(true, 'Ничего не нашли') : said(...groups.flatMap(linesOf))),
  },
};
