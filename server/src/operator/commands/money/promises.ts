import type { OperatorContract } from '@kabinet/contract/staff';
import { dayText, issuedText, namesText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { REHEARSED } from '../services/change-lines.ts';

export const promiseCommands: CommandsOf<OperatorContract['promises']> = {
  give: {
    tell: ({ rehearsed, amount, fee, last_day, switched_on: works, balance_after }) =>
      said(
        ...(rehearsed ? [REHEARSED] : []),
        `Обещанный платёж ${rubles(amount)}${fee > 0 ? ` за ${rubles(fee)}` : ''}, до ${dayText(last_day, YEARLESS)}`,
        `На счёте: ${rubles(balance_after)}`,
        ...(works.length > 0 ? [`Заработает: ${namesText(works)}`] : []),
      ),
  },
};

export const paymentLinkCommands: CommandsOf<OperatorContract['paymentLinks']> = {
  make: {
    tell: ({ contract_id, amount, expires_at, url, sent_to }, zone) =>
      said(
        `Договор ${contract_id}, ${rubles(amount)}: ${url}`,
        `Действует до ${issuedText(expires_at, zone)}. Второй раз ссылку не покажем.`,
        ...(sent_to === null ? [] : [`Отправили: ${sent_to}`]),
      ),
  },
};
