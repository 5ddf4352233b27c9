import { Link } from '#web/lib/page/router.tsx';
import { openSheet, type OpenSheet } from '#web/lib/page/sheet.ts';
import type { ServicesOverview } from '#web/shared/data/frame-data.ts';
import { maySee, useRole, type Role } from '#web/shared/data/role.ts';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import styles from './quick-tasks.module.css';

interface Task {
  /** The page, or the sheet over this one. */
  to: string | OpenSheet;
  icon: IconName;
  text: string;
}

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
  return (
    <nav className={styles.tasks} aria-label="Частые дела">
      {tasks.map(({ to, icon, text }) => {
        const words = (
          <>
            <Icon name={icon} />
            <span>{text}</span>
          </>
        );
        return typeof to === 'string' ? (
          <Link key={text} to={to}>
            {words}
          </Link>
        ) : (
          <button key={text} type="button" aria-haspopup="dialog" onClick={() => openSheet(to)}>
            {words}
          </button>
        );
      })}
    </nav>
  );
}
