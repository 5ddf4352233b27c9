import type { ReactNode } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { cx } from '#web/lib/text/cx.ts';
import { dayText, rubles, keepTogether } from '#web/lib/text/format.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { isZero } from '#web/shared/money/account-sums.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { maySee, useRole } from '#web/shared/data/role.ts';
import styles from './service-row.module.css';
import {
  isFreePause,
  kindIcon,
  troubleTitle,
  type ListedService,
  type ListKind,
  type PhoneNumber,
} from '../text/service.texts.ts';

/** The button of a row: it leads to a part of the page of the service or to another page, or copies the address. */
type Door = readonly [words: string, to: string, copied?: string | undefined];

const workingDoors: Record<ListKind, (path: string, login?: string) => Door> = {
  internet: (path) => ['Опции', `${path}#services`],
  tv: (path) => ['Пакеты каналов', `${path}#services`],
  sip: (path) => ['Настройка', path],
  mail: (path, address) => ['Скопировать адрес', path, address],
  telephone: (path) => ['Звонки', path.replace('telephone', 'telephone/calls')],
};

/** Nothing to do about it at once: on a phone the row itself opens its page. */
const isAsUsual = ({ state, reason }: ListedService): boolean => state === 'active' || reason === 'debt';

/** A service that does not work: its page begins with the card that the button names. */
function doorOf(service: ListedService): Door {
  const { state, reason, kind, path, user } = service;
  if (state === 'active' || isAsUsual(service)) return workingDoors[kind](path, user?.login);
  if (reason === 'schedule') return ['График доступа', `${path}#schedule`];
  return [state === 'paused' ? 'Пауза и\u00a0возврат' : troubleTitle(state), path];
}

const perUnit = { month: 'в\u00a0месяц', day: 'в\u00a0день' } as const;

/** The price in words; an empty text for a role that does not see money. */
const price = (amount: string | null, unit: 'month' | 'day' = 'month'): string => {
  if (amount === null) return '';
  return isZero(amount) ? 'Бесплатно' : `${rubles(amount)} ${perUnit[unit]}`;
};

interface Words {
  sub: string;
  cost: string;
  next: string;
}

function planLine({ plan, planned_plan, state, returns_on, detail }: User, today: string): string {
  if (state === 'paused' && returns_on !== null) return `Вернётся ${dayText(returns_on, today)}`;
  if (!plan) return detail ?? 'Тариф ещё не выбран';
  const named = `«${plan.name}»`;
  if (planned_plan) return `${named}, с\u00a0${dayText(planned_plan.from, today)} «${planned_plan.name}»`;
  return [named, plan.summary, detail].filter(Boolean).join(', ');
}

/** «450 ₽ в месяц ждёт оплаты», «Бесплатно. Включим после оплаты долга». */
const waits = (amount: string | null): string =>
  amount !== null && isZero(amount) ? 'Включим после оплаты долга' : 'ждёт оплаты';

/** What stands between the price and what comes of it: «450 ₽ в месяц, спишем 1 декабря». */
const linkOf = (next: string): string => (next.startsWith('В') ? '.' : /^(?:$|ж)/.test(next) ? '' : ',');

function nextLine(user: User, today: string): string {
  const { reason, planned_plan, next_charge, monthly } = user;
  if (reason === 'debt') return waits(monthly);
  if (isFreePause(user)) return 'пока не\u00a0списываем';
  if (planned_plan)
    return `с\u00a0${dayText(planned_plan.from, today)} ${planned_plan.price === null ? '' : rubles(planned_plan.price)}`;
  return next_charge && !isZero(next_charge.amount) ? `спишем ${dayText(next_charge.day, today)}` : '';
}

/** The monthly price of the whole service with its options; for a daily plan, the price of the plan. */
const costOf = ({ plan, monthly }: User): string => (plan?.unit === 'day' ? price(plan.price, 'day') : price(monthly));

const numberWords = ({ plan, price: fee, reason }: PhoneNumber): Words => ({
  sub: `«${plan}», счёт «Телефон»`,
  cost: price(fee),
  next: reason === 'debt' ? waits(fee) : '',
});

function wordsOf({ user, number }: ListedService, today: string): Words {
  if (number) return numberWords(number);
  if (!user) return { sub: '', cost: '', next: '' };
  return { sub: planLine(user, today), cost: costOf(user), next: nextLine(user, today) };
}

/** A long address breaks before its «@», not inside a word. */
function breakable(name: string): ReactNode {
  const [box, host] = name.split('@');
  return host === undefined ? (
    name
  ) : (
    <>
      {box}
      <wbr />@{host}
    </>
  );
}

/** A service: name, state, price, and a link to its page. */
export function ServiceRow({ service, today, level = 3 }: { service: ListedService; today: string; level?: 3 | 4 }) {
  const { look, name, path, kind } = service;
  const { sub, cost, next } = wordsOf(service, today);
  const Name = level === 3 ? 'h3' : 'h4';
  const isOpen = maySee(useRole(), path);
  const tileTone = look.tone === 'ok' ? undefined : look.tone;
  return (
    <div className={cx(styles.row, isOpen && isAsUsual(service) && styles.usual)}>
      <Tile icon={kindIcon[kind]} tone={tileTone} />
      <div className={styles.what}>
        <Name className={styles.name}>
          {isOpen ? <Link to={path}>{breakable(name)}</Link> : breakable(name)}
          <State tone={look.tone} icon={look.icon} quiet={look.tone === 'ok'}>
            {look.word}
          </State>
        </Name>
        <p className={styles.sub}>{keepTogether(sub)}</p>
      </div>
      <p className={styles.cost}>
        <b>{cost + linkOf(next)}</b> <span>{next}</span>
      </p>
      <div className={styles.act}>
        <Action service={service} />
      </div>
    </div>
  );
}

function Action({ service }: { service: ListedService }) {
  const [text, to, copied] = doorOf(service);
  const role = useRole();
  if (!maySee(role, to)) return null;
  const words = (
    <>
      {text}
      <VisuallyHidden>: {service.name}</VisuallyHidden>
    </>
  );
  return copied === undefined ? (
    <LinkButton to={to} look="plain" size="sm">
      {words}
    </LinkButton>
  ) : (
    <Button look="plain" size="sm" onClick={() => void copyText(copied, 'Адрес скопирован', copied)}>
      {words}
    </Button>
  );
}
