import type { OperatorContract } from '@kabinet/contract/staff';
import { said, type CommandsOf } from '../../command.ts';

const CONNECTED = { active: 'Подключена', blocked: 'Подключена, заработает после оплаты долга' } as const;

export const serviceCommands: CommandsOf<OperatorContract['services']> = {
  connect: { tell: ({ state }) => said(CONNECTED[state]) },
};
