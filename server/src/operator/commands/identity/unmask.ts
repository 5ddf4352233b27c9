import type { OperatorContract } from '@kabinet/contract/staff';
import { said, type CommandsOf } from '../../command.ts';

export const unmaskCommands: CommandsOf<OperatorContract['unmask']> = {
  show: { tell: ({ values }) => said(...(values.length === 0 ? ['Этого у абонента нет'] : values)) },
};
