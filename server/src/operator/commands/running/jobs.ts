import type { OperatorContract } from '@kabinet/contract/staff';
import { said, type CommandsOf } from '../../command.ts';

export const jobsCommands: CommandsOf<OperatorContract['jobs']> = {
  failed: {
    tell: (jobs) => {
      const lines = jobs.map(
        ({ job_id, created_at, task, attempts, last_error }) =>
          `${job_id}  ${created_at}  ${task}  попыток ${attempts}, ошибка: ${last_error ?? 'неизвестна'}`,
      );
      return said(...(lines.length === 0 ? ['Неудавшихся заданий нет'] : lines));
    },
  },
  retry: { tell: () => said('Задание будет выполнено ещё раз') },
};
