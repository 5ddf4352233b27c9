import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { kopecks } from '@kabinet/contract/kernel/money';
import { dayText, issuedText, namesText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';
import { REHEARSED } from '../services/change-lines.ts';
import { onPapers } from './search.ts';

type Closed = Result<OperatorContract['clients']['close']>;

const rehearsal = (rehearsed: boolean): string[] => (rehearsed ? [REHEARSED] : []);

const accountLine = ({ account_no, balance, returned, charged, left, settled }: Closed['accounts'][number]): string => {
  const how = settled > 0 ? `, выплачено ${rubles(settled)}` : `, списано ${rubles(kopecks(0 - settled))}`;
  const calls = charged === 0 ? '' : `, начислили за разговоры и прочее ${rubles(charged)}`;
  return `  ${account_no}: было ${rubles(balance)}, вернули за неиспользованные дни ${rubles(returned)}${calls}${settled === 0 ? '' : how}, осталось ${rubles(left)}`;
};

export const clientCommands: CommandsOf<OperatorContract['clients']> = {
  open: {
    tell: ({ contract_id, printed_no: printed, rehearsed, account_no, password, until, services }, zone) =>
      said(
        ...rehearsal(rehearsed),
        `Договор ${contract_id}${onPapers(printed)}, счёт ${account_no}`,
        ...services.map(
          ({ user_id, name, login, plan, price }) =>
            `  ${user_id}  ${name}, «${plan}», ${rubles(price)}, вход ${login}`,
        ),
        `Одноразовый пароль: ${password}, до ${issuedText(until, zone)}`,
      ),
  },
  edit: {
    tell: ({ rehearsed, name, address, printed_no: printed }) =>
      said(...rehearsal(rehearsed), name, address, ...(printed === null ? [] : [`На бумагах ${printed}`])),
  },
  contact: {
    tell: ({ to, expires_at }, zone) => said(`Код отправили на ${to}, действует до ${issuedText(expires_at, zone)}`),
  },
  confirmContact: { tell: ({ sessions_ended }) => said(`Подтверждён. Закрыто кабинетов: ${sessions_ended}`) },
  close: {
    tell: ({ rehearsed, from, services, accounts, refusal, notes }) =>
      saidIf(
        refusal !== null,
        ...rehearsal(rehearsed),
        `Договор расторгается с ${dayText(from, YEARLESS)}`,
        ...(services.length === 0 ? [] : [`Отключится: ${namesText(services)}`]),
        ...accounts.map(accountLine),
        ...notes,
        ...(refusal === null ? [] : [refusal]),
      ),
  },
  reopen: {
    tell: ({ rehearsed, services }) =>
      said(
        ...rehearsal(rehearsed),
        services.length === 0
          ? 'Договор возобновлён, услуг у него нет'
          : `Договор возобновлён. Мастер подключит: ${namesText(services)}`,
      ),
  },
};
