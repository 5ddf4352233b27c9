import type { ReactNode } from 'react';
import { groupBy } from '#web/lib/text/group-by.ts';
import { NavLink } from '#web/lib/page/router.tsx';
import { counted } from '#web/lib/text/format.ts';
import { openSheet } from '#web/lib/page/sheet.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import { Count } from '#web/ui/card/state.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { useMany, usePhoneNumbers, useOpenOrders, useUsers } from '#web/shared/data/frame-data.ts';
import { useHit } from '#web/shared/data/incidents.ts';
import { maySee, useRole } from '#web/shared/data/role.ts';
import styles from './menu.module.css';
import {
  kindIcon,
  kindWord,
  listedNumbers,
  listedUsers,
  needsAttention,
  serviceLook,
  severalWord,
  type ListedService,
  type ListKind,
  type Look,
} from '#web/shared/service/text/service.texts.ts';

interface MenuItem {
  to: string;
  /** All pages below it belong to this entry: `/internet`. */
  sections?: readonly string[];
  icon: IconName;
  text: string;
  /** The number of items there. */
  count?: number;
  /** Set only when something does not work as usual. */
  state?: Look | undefined;
}

/**
 * More services of a kind than this are one menu entry with their number: the rest are on their pages and at home.
 * Mail addresses and phone numbers are too long for the rail.
 */
const mostOf = (kind: ListKind): number => (kind === 'mail' || kind === 'telephone' ? 1 : 3);

const unusual = ({ look }: ListedService): Look | undefined => (look.tone === 'ok' ? undefined : look);

const serviceItem = (service: ListedService): MenuItem => ({
  to: service.path,
  icon: kindIcon[service.kind],
  text: service.name,
  state: unusual(service),
});

/** One entry for many services of a kind: links to the first that needs attention, and shows its state. */
const kindItem = (kind: ListKind, count: number, to: string, troubled: number, look?: Look): MenuItem => ({
  to,
  sections: [`/${kind}`],
  icon: kindIcon[kind],
  text: severalWord[kind],
  count,
  state: look && { ...look, word: `${counted(troubled, 'требует', 'требуют', 'требуют')} внимания` },
});

function itemOf(kind: ListKind, services: readonly ListedService[]): MenuItem {
  const troubled = services.filter(needsAttention);
  const [first] = troubled.length > 0 ? troubled : services;
  return kindItem(kind, services.length, first?.path ?? '/', troubled.length, troubled[0]?.look);
}

/** Menu entries of the client's services, by kind: those of the internet account, then phone numbers. */
function useServiceItems(): MenuItem[] {
  const many = useMany();
  const { data: users = [], isSuccess } = useUsers(many === null);
  const { data: numbers = [] } = usePhoneNumbers(many === null);
  const hit = useHit();
  const { has_mail: hasMail = false } = useProvider();
  const services = [...listedUsers(users, hit), ...listedNumbers(numbers, hit)];
  const items = many
    ? many.kinds.map(({ kind, services: count, first, troubled, trouble }) =>
        kindItem(kind, count, `/${kind}/${first}`, troubled, trouble ? serviceLook(kind, trouble, hit) : undefined),
      )
    : [...groupBy(services, ({ kind }) => kind)].flatMap(([kind, some]) => {
        if (some.length > mostOf(kind)) return [itemOf(kind, some)];
        if (some.length > 1) return some.map(serviceItem);
        return some.map((only) => ({ ...serviceItem(only), text: kindWord[kind] }));
      });
  const lacks = (kind: ListKind): boolean => isSuccess && !services.some((service) => service.kind === kind);
  return [...items, ...(lacks('tv') ? [ORDER_TV] : []), ...(hasMail && lacks('mail') ? [CREATE_MAIL] : [])];
}

/** The pages that every client has. */
function useMainItems(): MenuItem[] {
  const orders = useOpenOrders();
  return [
    { to: '/', icon: 'house', text: 'Главная' },
    { to: '/payments-history/i', sections: ['/payments-history', '/payment'], icon: 'wallet', text: 'Платежи' },
    { to: '/support/orders', icon: 'message-question', text: 'Заявки', count: orders },
  ];
}

/** Shown to clients without TV. */
const ORDER_TV: MenuItem = { to: '/tv/create', icon: 'tv', text: 'Подключить ТВ' };
/** Shown to clients without a mailbox, if the operator has a mail server. */
const CREATE_MAIL: MenuItem = { to: '/mail/create', icon: 'mail', text: 'Завести почту' };

const moreItems: readonly MenuItem[] = [
  { to: '/speed-test', icon: 'gauge', text: 'Проверка скорости' },
  { to: '/settings', icon: 'settings', text: 'Настройки' },
];

function Item({
  item: { to, sections, icon, text, count = 0, state },
  onGo,
}: {
  item: MenuItem;
  onGo?: (() => void) | undefined;
}) {
  return (
    <li>
      <NavLink to={to} sections={sections} end={to === '/'} onClick={onGo}>
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

/** «Не работает» is no page but a sheet over this one. */
function Trouble({ onGo }: { onGo?: (() => void) | undefined }) {
  const open = (): void => {
    onGo?.();
    openSheet({ name: 'trouble' });
  };
  return (
    <li>
      <button type="button" aria-haspopup="dialog" onClick={open}>
        <Icon name="wifi-off" />
        <span className={styles.text}>Не&nbsp;работает</span>
      </button>
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
  const role = useRole();
  const groups = [
    { name: undefined, items: only ? [] : main },
    { name: only ? undefined : 'Услуги', items: services },
    { name: 'Ещё', items: only ? [] : moreItems },
  ]
    .map(({ name, items }) => ({ name, items: items.filter(({ to }) => to === '/' || maySee(role, to)) }))
    .filter(({ items }) => items.length > 0);
  return (
    <nav className={styles[kind]} aria-label={only ? 'Услуги' : 'Разделы кабинета'}>
      {top}
      {groups.map(({ name, items }) => (
        <div key={name ?? ''} className={styles.group}>
          {name !== undefined && <p className={styles.section}>{name}</p>}
          <ul>
            {items.map((item) => (
              <Item key={item.sections?.[0] ?? item.to} item={item} onGo={onGo} />
            ))}
            {name === 'Ещё' && maySee(role, '/support/') && <Trouble onGo={onGo} />}
          </ul>
        </div>
      ))}
      {bottom}
    </nav>
  );
}
