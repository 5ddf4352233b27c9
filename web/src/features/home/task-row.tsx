import { Link } from '#web/lib/page/router.tsx';
import { openSheet, type OpenSheet } from '#web/lib/page/sheet.ts';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import styles from './task-row.module.css';

export interface Task {
  /** The page, or the sheet over this one. */
  to: string | OpenSheet;
  icon: IconName;
  text: string;
}

/** The most frequent tasks in one row under the title, on the first screen of any phone. */
export function TaskRow({ tasks }: { tasks: readonly Task[] }) {
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
