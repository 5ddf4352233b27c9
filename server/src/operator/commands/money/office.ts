import type { OperatorContract } from '@kabinet/contract/staff';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';

export const officeCommands: CommandsOf<OperatorContract['office']> = {
  post: {
    tell: ({ outcome, transaction_id, receipt }) => {
      if (outcome === 'known') return said(`Этот документ уже зачислен, проводка ${transaction_id}`);
      const whose = receipt === 'ordered' ? 'чек пробьёт касса кабинета' : 'номер чека записан';
      return said(`Зачислено, проводка ${transaction_id}, ${whose}`);
    },
  },
  undo: {
    tell: ({ transaction_id, amount, balance, in_debt }) =>
      said(
        `Отменено ${rubles(amount)}, проводка ${transaction_id}. На счёте ${rubles(balance)}`,
        ...(in_debt ? ['Услуги этого счёта отключены за долг'] : []),
      ),
  },
};
