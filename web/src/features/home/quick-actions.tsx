import { Link } from '#lib/router.tsx';
import type { Listed } from '#shared/service/service.texts.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import styles from './quick-actions.module.css';

interface Action {
  to: string;
  icon: IconName;
  text: string;
}

/** Links to the most frequent tasks, only those that this client can use. */
function actionsFor(services: readonly Listed[]): Action[] {
  const internet = services.find(({ kind }) => kind === 'internet');
  return [
    { to: '/support/contacts', icon: 'wifi-off', text: 'Не\u00a0работает' },
    ...(internet
      ? ([
          { to: internet.path, icon: 'arrow-left-right', text: 'Мой\u00a0тариф' },
          { to: `${internet.path}#login`, icon: 'key', text: 'Логин и\u00a0вход' },
        ] as const)
      : ([
          { to: '/payments-history/i', icon: 'wallet', text: 'История платежей' },
          { to: '/settings', icon: 'settings', text: 'Настройки' },
        ] as const)),
    { to: '/speed-test', icon: 'gauge', text: 'Проверить скорость' },
  ];
}

export function QuickActions({ services }: { services: readonly Listed[] }) {
  return (
    <nav className={styles.quick} aria-label="Частые дела">
      {actionsFor(services).map(({ to, icon, text }) => (
        <Link key={to} to={to}>
          <Icon name={icon} />
          <span>{text}</span>
        </Link>
      ))}
    </nav>
  );
}
