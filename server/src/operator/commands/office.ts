import type { OperatorContract } from '@kabinet/contract/operator';
import { said, type CommandsOf } from '../command.ts';

export const officeCommands: CommandsOf<OperatorContract['office']> = {
  post: { tell: ({ outcome }) => said(outcome === 'credited' ? 'Зачислено' : 'Этот документ уже зачислен') },
};
