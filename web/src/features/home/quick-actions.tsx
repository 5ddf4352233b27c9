import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { TaskRow, type Task } from './task-row.tsx';

/** Only the tasks that this client can use. */
function tasksFor(services: readonly ListedService[]): Task[] {
  const internet = services.find(({ kind }) => kind === 'internet');
  return [
    { to: { name: 'trouble' }, icon: 'wifi-off', text: 'Не работает' },
    ...(internet
      ? ([
          { to: internet.path, icon: 'arrow-left-right', text: 'Мой тариф' },
          { to: { name: 'entry' }, icon: 'key', text: 'Логин и вход' },
        ] as const)
      : ([
          { to: '/payments-history/i', icon: 'wallet', text: 'История платежей' },
          { to: '/settings', icon: 'settings', text: 'Настройки' },
        ] as const)),
    { to: '/speed-test', icon: 'gauge', text: 'Проверить скорость' },
  ];
}

export const QuickActions = ({ services }: { services: readonly ListedService[] }) => (
  <TaskRow tasks={tasksFor(services)} />
);
