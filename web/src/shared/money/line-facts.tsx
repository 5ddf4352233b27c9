import type { ReactNode } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, keepTogether, momentText, phone, rubles } from '#web/lib/text/format.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import styles from './line-facts.module.css';
import { kindText, methodText, movementRateText, serviceDays, serviceLength, type Movement } from './line.texts.ts';

/** What a line of an account was made of: what for, for which days, at which rate, what corrects it. The staff see what its subscriber sees. */
export function LineFacts({ line }: { line: Movement }) {
  const today = dayOf(now());
  return (
    <>
      <KeyValues list={factsOf(line, today)} />
      <Others title="Исправляет операцию" list={line.corrects ? [line.corrects] : []} today={today} />
      <Others title="Исправлена позже" list={line.corrected_by} today={today} />
    </>
  );
}

type Fact = readonly [string, ReactNode] | false;
/** A label with its value, or false without a value. */
const fact = (name: string, value: ReactNode): Fact => value !== undefined && value !== null && [name, value];

const factsOf = (line: Movement, today: string): Fact[] => [
  fact('Что это', kindText(line)),
  fact('Когда', line.kind === 'charge' ? dayText(line.day, today) : momentText(line.at, today)),
  fact('Услуга', line.phone_number === null ? line.service : phone(line.phone_number)),
  fact('За дни', serviceDays(line, today)),
  fact('Сколько дней', serviceLength(line)),
  fact('Цена', movementRateText(line)),
  fact('Способ', line.method === null ? undefined : methodText(line.method)),
  fact('Номер операции', String(line.entry_id)),
  fact('Кассовый чек', fiscalOf(line)),
];

/** A link to the fiscal receipt, or its state while it is not ready. */
function fiscalOf({ fiscal_receipt: receipt }: Movement): ReactNode {
  if (receipt === null) return undefined;
  if (receipt.number) return `№ ${receipt.number}, выдан в офисе`;
  if (receipt.state === 'due') return 'Готовится, появится здесь';
  if (receipt.url === null) return `ФД ${receipt.fd_number}`;
  return (
    <a className={styles.fiscal} href={receipt.url} target="_blank" rel="noopener noreferrer">
      Открыть <VisuallyHidden>кассовый чек в новой вкладке</VisuallyHidden>
    </a>
  );
}

function Others({ title, list, today }: { title: string; list: Movement['corrected_by']; today: string }) {
  if (list.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.others}>
        {list.map(({ entry_id, day, text, amount }) => (
          <li key={entry_id}>
            {keepTogether(text)}, {dayText(day, today)}: {rubles(amount, { kopecks: 'always', signed: true })}
          </li>
        ))}
      </ul>
    </section>
  );
}
