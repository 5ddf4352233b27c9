import type { OperatorContract } from '@kabinet/contract/staff';
import { issuedText, namesText, phoneText, rubles } from '#server/domain/shared/text.rules.ts';
import { saidIf, type CommandsOf } from '../../command.ts';
import { REHEARSED } from '../services/change-lines.ts';

export const regroupingCommands: CommandsOf<OperatorContract['regroupings']> = {
  split: {
    tell: ({ rehearsed, new_contract_id, account_no, password, until, refusal, ...split }, zone) =>
      saidIf(
        refusal !== null,
        ...(rehearsed ? [REHEARSED] : []),
        ...(new_contract_id === null ? [] : [`Новый договор ${new_contract_id}, счёт ${account_no ?? ''}`]),
        `Перейдёт без перерыва: ${namesText(split.services)}`,
        `Оплаченные дни: ${rubles(split.returned)}, с остатка: ${rubles(split.carried)}, спишется там ${rubles(split.charged)}`,
        `На новом счёте ${rubles(split.left)}, на прежнем ${rubles(split.remains)}`,
        ...(password === null || until === null
          ? []
          : [`Одноразовый пароль: ${password}, до ${issuedText(until, zone)}`]),
        ...(refusal === null ? [] : [refusal]),
      ),
  },
  join: {
    tell: ({ rehearsed, parties, names_differ, services, refusal, ...joined }) =>
      saidIf(
        refusal !== null,
        ...(rehearsed ? [REHEARSED] : []),
        ...parties.map(
          ({ contract_id, name, address, phones }, index) =>
            `${index === 0 ? 'Закроется' : 'Останется'} ${contract_id}: ${[name, address, ...phones.map(phoneText)].join(', ')}`,
        ),
        ...(names_differ ? ['ИМЕНА РАЗНЫЕ: убедитесь, что это один абонент, и напишите почему'] : []),
        ...(services.length === 0 ? [] : [`Перейдёт без перерыва: ${namesText(services)}`]),
        `Перейдёт на счёт: ${rubles(joined.transferred)}, спишется ${rubles(joined.charged)}, на нём станет ${rubles(joined.left)}`,
        ...joined.notes,
        ...(refusal === null ? [] : [refusal]),
      ),
  },
};
