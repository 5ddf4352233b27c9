import { rubles } from '#web/lib/text/format.ts';
import type { Approval } from './approval.texts.ts';
import styles from './approvals.module.css';

const NAMES: Readonly<Record<string, string>> = {
  amount: 'Сумма',
  balance: 'Станет на счёте',
  balance_after: 'Станет на счёте',
  outcome: 'Что выйдет',
  reminded: 'Сообщений',
  sum: 'На сумму',
  in_debt: 'Отключится за долг',
  expected: 'Должно быть в ящике',
  name: 'Что',
  from: 'С какого дня',
  was: 'Было',
  will: 'Станет',
  buyers: 'Договоров, которые увидят',
};

/** Parts of a reply that have figures of their own: a closed shift, accounts of a contract. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  closed: { counted: 'Посчитали', difference: 'Разница', to_safe: 'Уйдёт в сейф', left: 'Останется на размен' },
  accounts: {
    account_no: 'Счёт',
    returned: 'Вернём за оставшиеся дни',
    charged: 'Начислим за разговоры и прочее',
    settled: 'Выплатим или спишем',
    left: 'Останется на счёте',
  },
};

const isMoney = (value: unknown): value is string => typeof value === 'string' && /^-?\d+\.\d\d$/.test(value);

const valueText = (value: unknown): string => {
  if (isMoney(value)) return rubles(value);
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return String(value);
};

type Fact = readonly [title: string, value: unknown];

function factsOf(value: unknown, names: Readonly<Record<string, string>>): Fact[] {
  return Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, inner]): Fact[] => {
    const part = PARTS[name];
    if (part) return [inner].flat().flatMap((one) => factsOf(one, part));
    const title = names[name];
    return title === undefined || inner === null || typeof inner === 'object' ? [] : [[title, inner]];
  });
}

/** What the call has done in its rehearsal: the figures of its reply. */
export function RehearsalFacts({ rehearsal: { reply } }: Pick<Approval, 'rehearsal'>) {
  const facts = factsOf(reply, NAMES);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([title, value], index) => (
        <div key={`${title} ${index}`}>
          <dt>{title}</dt>
          <dd>{valueText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
