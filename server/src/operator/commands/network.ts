import type { Result } from '@kabinet/contract/kernel/call';
import type { OperatorContract } from '@kabinet/contract/operator';
import { phoneText } from '#domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../command.ts';

type Network = OperatorContract['network'];

export const networkCommands: CommandsOf<Network> = {
  check: {
    tell: ({ differing }) =>
      differing.length === 0
        ? said('Сеть делает то, что должна')
        : saidIf(
            true,
            ...differing.slice(0, MOST_LINES).map(textOf),
            ...(differing.length > MOST_LINES ? [`и ещё ${differing.length - MOST_LINES}; все — с --json`] : []),
            `Разошлось услуг: ${differing.length}. Передадим заново`,
          ),
  },
};

/** After a move the network knows none of thousands of services. */
const MOST_LINES = 50;

function textOf({ user_id, phone_number, fields }: Result<Network['check']>['differing'][number]): string {
  const service = phone_number === null ? `услуга ${user_id ?? ''}` : `номер ${phoneText(phone_number)}`;
  return `${service}: ${fields.map((field) => FIELDS[field] ?? field).join(', ')}`;
}

const FIELDS: Readonly<Record<string, string>> = {
  service: 'сеть о ней не знает',
  applied: 'последняя передача не подтверждена',
  version: 'у сети версия новее',
  access: 'доступ',
  restriction: 'причина ограничения',
  plan: 'тариф',
  next: 'тариф следующего периода',
  options: 'опции',
  programs: 'услуги и пакеты',
  login: 'логин',
  line: 'вид подключения',
  autoAuth: 'вход без пароля',
  mac: 'привязка',
  passwordSince: 'пароль',
  quotaBytes: 'объём почты',
};
