import { Link } from '#web/lib/page/router.tsx';
import { openSheet } from '#web/lib/page/sheet.ts';
import { maySee, useRole, type Role } from '#web/shared/data/role.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import styles from './quick-tasks.module.css';

const tasksOf = (role: Role | undefined) =>
  (
    [
      { to: undefined, path: '/support/', icon: 'wifi-off', text: 'Не работает' },
      { to: '/payment/i', path: '/payment/', icon: 'wallet', text: 'Реквизиты' },
      { to: '/payments-history/i', path: '/payments-history/', icon: 'archive', text: 'Выписки' },
      { to: '/settings/family', path: undefined, icon: 'key', text: 'Доступ' },
    ] as const
  ).filter(({ path }) => (path === undefined ? role === undefined : maySee(role, path)));

/** The four tasks of a company, in one row. */
export function QuickTasks() {
  const tasks = tasksOf(useRole());
  return (
    <nav className={styles.tasks} aria-label="Частые дела">
      {tasks.map(({ to, icon, text }) => {
        const words = (
          <>
            <Icon name={icon} />
            <span>{text}</span>
          </>
        );
        return to === undefined ? (
          <button key={text} type="button" aria-haspopup="dialog" onClick={() => openSheet({ name: 'trouble' })}>
            {words}
          </button>
        ) : (
          <Link key={text} to={to}>
            {words}
          </Link>
        );
      })}
    </nav>
  );
}
