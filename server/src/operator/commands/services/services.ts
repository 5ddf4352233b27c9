import type { OperatorContract } from '@kabinet/contract/staff';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { plain } from '../support/lines.ts';
import { changeLines, REHEARSED } from './change-lines.ts';

const CONNECTED = { active: 'Подключена', blocked: 'Подключена, заработает после оплаты долга' } as const;

const rehearsal = (rehearsed: boolean): string[] => (rehearsed ? [REHEARSED] : []);

export const serviceCommands: CommandsOf<OperatorContract['services']> = {
  connect: { tell: ({ rehearsed, state }) => said(...rehearsal(rehearsed), CONNECTED[state]) },
  session: {
    tell: ({ session, title, lead, evidence }, zone) =>
      said(
        session === null
          ? `Сеанса нет: ${plain(title)}. ${plain(lead)}`
          : `В сети с ${issuedText(session.since, zone)}, адрес ${plain(session.address)}${session.mac === null ? '' : `, роутер ${plain(session.mac)}`}${session.is_other ? ', привязан другой' : ''}`,
        ...evidence.map((one) => `  ${plain(one)}`),
      ),
  },
  block: { tell: (change) => said(...changeLines(change)) },
  unblock: { tell: (change) => said(...changeLines(change)) },
  blockNumber: { tell: (change) => said(...changeLines(change)) },
  unblockNumber: { tell: (change) => said(...changeLines(change)) },
  endSession: {
    tell: ({ rehearsed, sessions }) =>
      said(...rehearsal(rehearsed), sessions === 0 ? 'Сеанса нет' : `Завершаем сеансов: ${sessions}`),
  },
  bindDevice: {
    tell: ({ rehearsed, was, mac, lifted }) =>
      said(
        ...rehearsal(rehearsed),
        `Привязан ${mac}${was === null ? '' : `, был ${was}`}${lifted ? '. Услуга снова открыта' : ''}`,
      ),
  },
  unlock: {
    tell: ({ rehearsed, lifted, state, reason }) =>
      said(
        ...rehearsal(rehearsed),
        lifted === null ? 'Услуга и так открыта' : 'Разблокировали',
        ...(state === 'blocked'
          ? [reason === 'debt' ? 'Осталась отключённой за долг' : 'Закрыта графиком абонента']
          : []),
      ),
  },
};
