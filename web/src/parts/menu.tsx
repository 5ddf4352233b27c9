import type { ReactNode } from 'react';
import { NavLink } from '#lib/router.tsx';
import { phone } from '#lib/format.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Count } from '#ui/state.tsx';
import { VisuallyHidden } from '#ui/hidden.tsx';
import { usePhoneNumbers, useOpenOrders, useUsers, type User } from './frame-data.ts';
import styles from './menu.module.css';
import { kindOf, kinds, lookOf, pathOf } from './service-state.tsx';

export interface MenuItem {
  to: string;
  icon: IconName;
  text: string;
  /** How many wait there. */
  count?: number;
  /** Only when the service is not working as usual. */
  state?: ReturnType<typeof lookOf> | undefined;
}

const unusual = (user: User): MenuItem['state'] => {
  const look = lookOf(user);
  return look.tone === 'ok' ? undefined : look;
};

/** A service by its kind, or by the client's own name for it when there are several of the kind. */
function serviceItem(user: User, users: readonly User[]): MenuItem {
  const kind = kindOf(user.user_type);
  const alone = users.filter(({ user_type }) => kindOf(user_type) === kind).length === 1;
  return { to: pathOf(user), icon: kinds[kind].icon, text: alone ? kinds[kind].word : user.name, state: unusual(user) };
}

/** The services of the client with their pages: those of the internet account, then phone numbers. */
export function useServiceItems(): MenuItem[] {
  const { data: users = [] } = useUsers();
  const { data: numbers = [] } = usePhoneNumbers();
  return [
    ...users.map((user) => serviceItem(user, users)),
    ...numbers.map(({ phone_number }): MenuItem => ({
      to: `/telephone/${phone_number}`,
      icon: 'phone',
      text: numbers.length === 1 ? 'Телефон' : phone(phone_number),
    })),
  ];
}

/** The pages that every client has. */
export function useMainItems(): MenuItem[] {
  const orders = useOpenOrders();
  return [
    { to: '/', icon: 'house', text: 'Главная' },
    { to: '/payments-history/i', icon: 'wallet', text: 'Платежи' },
    { to: '/support/orders', icon: 'message-question', text: 'Заявки', count: orders },
  ];
}

export const moreItems: readonly MenuItem[] = [
  { to: '/speed-test', icon: 'gauge', text: 'Проверка скорости' },
  { to: '/settings', icon: 'settings', text: 'Настройки' },
];

function Item({
  item: { to, icon, text, count = 0, state },
  onGo,
}: {
  item: MenuItem;
  onGo?: (() => void) | undefined;
}) {
  return (
    <li>
      <NavLink to={to} end={to === '/'} onClick={onGo}>
        <Icon name={icon} />
        <span className={styles.text}>{text}</span>
        {count > 0 && <Count value={count} calm />}
        {state && (
          <span className={styles[state.tone]}>
            <Icon name={state.icon} size="xs" />
            <VisuallyHidden>{state.word}</VisuallyHidden>
          </span>
        )}
      </NavLink>
    </li>
  );
}

interface MenuProps {
  /** side: the left menu, which is an icon rail on a tablet; sheet: inside the sheet of a phone. */
  kind: 'side' | 'sheet';
  only?: 'services';
  onGo?: () => void;
  top?: ReactNode;
  bottom?: ReactNode;
}

/** The pages of the cabinet: main ones, services, the rest. */
export function Menu({ kind, only, onGo, top, bottom }: MenuProps) {
  const services = useServiceItems();
  const main = useMainItems();
  const groups = [
    { name: undefined, items: only ? [] : main },
    { name: only ? undefined : 'Услуги', items: services },
    { name: 'Ещё', items: only ? [] : moreItems },
  ].filter(({ items }) => items.length > 0);
  return (
    <nav className={styles[kind]} aria-label={only ? 'Услуги' : 'Разделы кабинета'}>
      {top}
      {groups.map(({ name, items }) => (
        <div key={name ?? ''} className={styles.group}>
          {name !== undefined && <p className={styles.section}>{name}</p>}
          <ul>
            {items.map((item) => (
              <Item key={item.to} item={item} onGo={onGo} />
            ))}
          </ul>
        </div>
      ))}
      {bottom}
    </nav>
  );
}
