import { KeyValues } from '#web/ui/text/rows.tsx';
import { CopyButton } from './copy-button.tsx';
import type { Router } from './entry-data.ts';
import styles from './entry.module.css';

const names: Record<Router['connection'], string> = {
  ipoe: 'Динамический IP (IPoE, DHCP)',
  pppoe: 'PPPoE',
  l2tp: 'L2TP',
  pptp: 'PPTP',
};

/** Connections that a router begins with a login and a password. */
const BY_LOGIN: ReadonlySet<Router['connection']> = new Set(['pppoe', 'l2tp', 'pptp']);

type Pair = readonly [name: string, value: string];

/** The values to type into a router, in the order of its pages. */
function settings({ connection, server, mtu, vlan, dns }: Router, login: string): Pair[] {
  const all: (Pair | false)[] = [
    ['Тип подключения', names[connection]],
    server !== null && ['Сервер', server],
    BY_LOGIN.has(connection) && ['Логин', login],
    BY_LOGIN.has(connection) && ['Пароль', 'пароль для\u00a0входа в\u00a0сеть'],
    vlan !== null && ['VLAN', String(vlan)],
    mtu !== null && ['MTU', String(mtu)],
    ['IP-адрес', 'получать автоматически'],
    ['DNS', dns.length === 0 ? 'получать автоматически' : dns.join(', ')],
  ];
  return all.filter((pair) => pair !== false);
}

/** Whether a router with these settings needs the login and the password. */
export const needsLogin = (router: Router | null): boolean => router === null || BY_LOGIN.has(router.connection);

/** The settings of a router for this line, from the provider's file. */
export function RouterSettings({ router, login }: { router: Router; login: string }) {
  const pairs = settings(router, login);
  return (
    <section className={styles.part} aria-label="Настройки роутера">
      <div className={styles.head}>
        <h3>Настройки роутера</h3>
        <CopyButton what="настройки роутера" value={pairs.map((pair) => pair.join(': ')).join('\n')} />
      </div>
      <KeyValues list={pairs} />
    </section>
  );
}
