import type { OperatorContract } from '@kabinet/contract/staff';
import { plural } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';

export const serviceKeyCommands: CommandsOf<OperatorContract['serviceKey']> = {
  forget: {
    tell: ({ erased }) => {
      const passwords = plural(erased, ['пароль', 'пароля', 'паролей']);
      return said(`Ключ забыт, стёрто ${passwords} услуг; следующий запуск запомнит новый ключ`);
    },
  },
};
