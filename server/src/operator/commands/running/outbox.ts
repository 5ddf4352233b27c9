import type { OperatorContract } from '@kabinet/contract/staff';
import { said, type CommandsOf } from '../../command.ts';

export const outboxCommands: CommandsOf<OperatorContract['outbox']> = {
  list: {
    tell: (effects) => {
      const lines = effects.map(({ effect_id, created_at, kind, title, state, attempts, last_error }) => {
        const what = state === 'failed' ? 'не доставлено' : 'ждёт';
        const error = last_error ? `, ошибка: ${last_error}` : '';
        return `${effect_id}  ${created_at}  ${kind} (${title ?? 'неизвестное действие'})  ${what}, попыток ${attempts}${error}`;
      });
      return said(...(lines.length === 0 ? ['Всё доставлено'] : lines));
    },
  },
  retry: { tell: () => said('Будет доставлено ещё раз') },
};
