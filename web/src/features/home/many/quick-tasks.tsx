import type { ServicesOverview } from '#web/shared/data/frame-data.ts';
import { maySee, useRole, type Role } from '#web/shared/data/role.ts';
import { TaskRow, type Task } from '../task-row.tsx';

function tasksOf(role: Role | undefined, { kinds }: ServicesOverview): Task[] {
  const line = kinds.find(({ kind }) => kind === 'internet');
  const plan = `/internet/${line?.first ?? ''}`;
  return [
    ...(maySee(role, '/support/') ? [{ to: { name: 'trouble' }, icon: 'wifi-off', text: 'Не работает' } as const] : []),
    ...(line && maySee(role, plan)
      ? ([
          { to: plan, icon: 'arrow-left-right', text: 'Мой\u00a0тариф' },
          { to: { name: 'entry' }, icon: 'key', text: 'Логин и вход' },
        ] as const)
      : []),
    ...(role === undefined ? [{ to: '/settings/family', icon: 'lock', text: 'Доступ' } as const] : []),
  ];
}

/** The tasks of a company in one row, only those that work; invoices and documents will take their places there. */
export function QuickTasks({ overview }: { overview: ServicesOverview }) {
  const tasks = tasksOf(useRole(), overview);
  if (tasks.length === 0) return null;
  return <TaskRow tasks={tasks} />;
}
