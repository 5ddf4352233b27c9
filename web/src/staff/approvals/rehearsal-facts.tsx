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
};

const isMoney = (value: unknown): value is string => typeof value === 'string' && /^-?\d+\.\d\d$/.test(value);

const valueText = (value: unknown): string => {
  if (isMoney(value)) return rubles(value);
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return String(value);
};

/** What the call has done in its rehearsal: the figures of its reply. */
export function RehearsalFacts({ rehearsal: { reply } }: Pick<Approval, 'rehearsal'>) {
  const facts = Object.entries((reply ?? {}) as Record<string, unknown>).filter(
    ([name, value]) => Object.hasOwn(NAMES, name) && value !== null && typeof value !== 'object',
  );
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{NAMES[name]}</dt>
          <dd>{valueText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
