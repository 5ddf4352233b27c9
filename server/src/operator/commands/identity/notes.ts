import type { OperatorContract } from '@kabinet/contract/staff';
import { said, type CommandsOf } from '../../command.ts';

export const noteCommands: CommandsOf<OperatorContract['notes']> = {
  add: { tell: ({ contract_id, note_id }) => said(`Договор ${contract_id}, заметка ${note_id}`) },
};
