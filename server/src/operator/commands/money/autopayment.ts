import type { OperatorContract } from '@kabinet/contract/staff';
import { saidIf, type CommandsOf } from '../../command.ts';

export const autopaymentCommands: CommandsOf<OperatorContract['autopayment']> = {
  run: {
    tell: ({ day, failed }) =>
      saidIf(failed > 0, `Автоплатежи на ${day}: ${failed === 0 ? 'готово' : `не получилось ${failed}`}`),
  },
};
