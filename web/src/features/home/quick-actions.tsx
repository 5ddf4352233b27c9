import { Link } from '#web/lib/page/router.tsx';
import { openSheet, type OpenSheet } from '#web/lib/page/sheet.ts';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import styles from './quick-actions.module.css';

interface Action {
  /** The page, or the sheet over this one. */
  to: string | OpenSheet;
  icon: IconName;
  text: string;
}

/** Links to the most frequent tasks, only those that this client can use. */
function actionsFor(services: readonly ListedService[]): Action[] {
  const internet = services.find(({ kind }) => kind === 'internet');
  return [
    { to: { name: 'trouble' }, icon: 'wifi-off', text: 'Не\u00a0работает' },
    ...(internet
      ? ([
          { to: internet.path, icon: 'arrow-left-right', text: 'Мой\u00a0тариф' },
          { to: { name: 'entry' }, icon: 'key', text: 'Логин и\u00a0вход' },
        ] as const)
      : ([
          { to: '/payments-history/i', icon: 'wallet', text: 'История платежей' },
          { to: '/settings', icon: 'settings', text: 'Настройки' },
        ] as const)),
    { to: '/speed-test', icon: 'gauge', text: 'Проверить скорость' },
  ];
}

export function QuickActions({ services }: { services: readonly ListedService[] }) {
  return (
    <nav className={styles.quick} aria-label="Частые дела">
      {actionsFor(services).map(({ to, icon, text }) => {
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
