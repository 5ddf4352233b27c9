import { bringAgain, differences, type Difference } from '#domain/services/provisioning/check-network.ts';
import { phoneText } from '#domain/shared/text.rules.ts';
import type { Command, Tools } from '../command.ts';

export const networkCommands: readonly Command[] = [
  {
    words: ['network', 'check'],
    arguments: [],
    help: 'сверить услуги с сетью и передать заново то, что разошлось',
    run: check,
  },
];

async function check({ db, network, say }: Tools): Promise<number> {
  let differing = 0;
  for await (const difference of differences({ db, network })) {
    await db.write((tx) => bringAgain(tx, difference));
    differing += 1;
    say(textOf(difference));
  }
  say(differing === 0 ? 'Сеть делает то, что должна' : `Разошлось услуг: ${differing}. Передадим заново`);
  return differing === 0 ? 0 : 1;
}

const textOf = ({ service, fields }: Difference): string =>
  `${'userId' in service ? `услуга ${service.userId}` : `номер ${phoneText(service.phoneNumber)}`}: ${fields.map((field) => FIELDS[field] ?? field).join(', ')}`;

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
