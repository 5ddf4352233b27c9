import { Link } from '#lib/router.tsx';
import { dayText, rubles, keepTogether } from '#lib/format.ts';
import { LinkButton } from '#ui/button.tsx';
import { VisuallyHidden } from '#ui/hidden.tsx';
import { State, Tile } from '#ui/state.tsx';
import { isZero } from '#shared/money/account-sums.ts';
import type { User } from '#shared/data/frame-data.ts';
import { maySee, useRole } from '#shared/data/role.ts';
import styles from './service-row.module.css';
import { isFreePause, kindIcon, type Listed, type ListKind, type PhoneNumber } from './service.texts.ts';

/** The most likely reason to open the page of a working service, by kind. */
const doors: Record<ListKind, string> = {
  internet: 'Тариф и логин',
  tv: 'Пакет и цена',
  sip: 'Номер и вход',
  mail: 'О ящике',
  telephone: 'О номере',
};

const door = ({ kind, state, reason }: Listed): string => {
  if (state === 'active') return doors[kind];
  return state === 'blocked' && reason !== 'debt' && reason !== 'repair' ? 'Как включить' : 'Подробнее';
};

const perUnit = { month: 'в\u00a0месяц', day: 'в\u00a0день' } as const;

const price = (amount: string, unit: 'month' | 'day' = 'month'): string =>
  isZero(amount) ? 'Бесплатно' : `${rubles(amount)} ${perUnit[unit]}`;

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

function nextLine(user: User, today: string): string {
  const { reason, planned_plan, next_charge } = user;
  if (reason === 'debt') return 'ждёт оплаты';
  if (isFreePause(user)) return 'пока не\u00a0списываем';
  if (planned_plan) return `с\u00a0${dayText(planned_plan.from, today)} ${rubles(planned_plan.price)}`;
  return next_charge && !isZero(next_charge.amount) ? `спишем ${dayText(next_charge.day, today)}` : '';
}

/** The monthly price of the whole service with its options; for a daily plan, the price of the plan. */
const costOf = ({ plan, monthly }: User): string => (plan?.unit === 'day' ? price(plan.price, 'day') : price(monthly));

const numberWords = ({ plan, price: fee, reason }: PhoneNumber): Words => ({
  sub: `«${plan}», счёт «Телефон»`,
  cost: price(fee),
  next: reason === 'debt' ? 'ждёт оплаты' : '',
});

function wordsOf({ user, number }: Listed, today: string): Words {
  if (number) return numberWords(number);
  if (!user) return { sub: '', cost: '', next: '' };
  return { sub: planLine(user, today), cost: costOf(user), next: nextLine(user, today) };
}

/** A service: name, state, price, and a link to its page. */
export function ServiceRow({ service, today, level = 3 }: { service: Listed; today: string; level?: 3 | 4 }) {
  const { look, name, path, kind } = service;
  const { sub, cost, next } = wordsOf(service, today);
  const Name = level === 3 ? 'h3' : 'h4';
  const isOpen = maySee(useRole(), path);
  const tileTone = look.tone === 'ok' ? undefined : look.tone;
  return (
    <div className={styles.row}>
      <Tile icon={kindIcon[kind]} tone={tileTone} />
      <div className={styles.what}>
        <Name className={styles.name}>
          {isOpen ? <Link to={path}>{name}</Link> : name}
          <State tone={look.tone} icon={look.icon} quiet={look.tone === 'ok'}>
            {look.word}
          </State>
        </Name>
        <p className={styles.sub}>{keepTogether(sub)}</p>
      </div>
      <p className={styles.cost}>
        <b>{cost}</b> <span>{next}</span>
      </p>
      <div className={styles.act}>
        {isOpen && (
          <LinkButton to={path} look="plain" size="sm">
            {door(service)}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </LinkButton>
        )}
      </div>
    </div>
  );
}
