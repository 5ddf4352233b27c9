import type { OperatorContract } from '@kabinet/contract/staff';
import { dayText, issuedText, namesText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { saidIf, type CommandsOf } from '../../command.ts';
import { REHEARSED } from '../services/change-lines.ts';

export const moveCommands: CommandsOf<OperatorContract['moves']> = {
  move: {
    tell: ({ rehearsed, was, address, services, stays, accounts, from, visit, refusal }, zone) =>
      saidIf(
        refusal !== null,
        ...(rehearsed ? [REHEARSED] : []),
        `С ${dayText(from, YEARLESS)}: ${was} → ${address}`,
        ...services.map(
          ({ user_id, name, plan, possible, reason }) =>
            `  ${user_id}  ${name}, «${plan}»: ${possible ? 'подключит мастер' : (reason ?? 'нельзя')}`,
        ),
        ...(stays.length === 0 ? [] : [`Не прервётся: ${namesText(stays)}`]),
        ...accounts.map(
          ({ account_no, returned, balance }) =>
            `  ${account_no}: вернём ${rubles(returned)}, на счёте ${rubles(balance)}`,
        ),
        ...(visit ? [`Мастер ${visit.master}: ${issuedText(visit.from, zone)} — ${issuedText(visit.to, zone)}`] : []),
        ...(refusal === null ? [] : [refusal]),
      ),
  },
};
