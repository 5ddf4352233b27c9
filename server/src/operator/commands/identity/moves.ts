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
  handOver: {
    tell: ({ rehearsed, new_contract_id, account_no, name, password, until, ...handed }, zone) =>
      saidIf(
        handed.refusal !== null,
        ...(rehearsed ? [REHEARSED] : []),
        ...(new_contract_id === null ? [] : [`Договор ${new_contract_id}, счёт ${account_no ?? ''}, ${name}`]),
        `Перейдёт без перерыва: ${namesText(handed.services)}`,
        `Перейдёт на счёт: ${rubles(handed.transferred)}, спишется ${rubles(handed.charged)}, останется ${rubles(handed.left)}`,
        ...handed.notes,
        ...(password === null || until === null
          ? []
          : [`Одноразовый пароль: ${password}, до ${issuedText(until, zone)}`]),
        ...(handed.refusal === null ? [] : [handed.refusal]),
      ),
  },
};
