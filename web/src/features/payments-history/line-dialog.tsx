import type { ReactNode } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, momentText, phone, rubles, keepTogether } from '#web/lib/text/format.ts';
import { useDocument } from '#web/shared/page/open-document.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import type { Movement } from './accounts.ts';
import { DocIcon } from './doc-icon.tsx';
import { kindText, methodText, movementRateText, serviceDays, serviceLength } from './line.texts.ts';
import styles from './lines.module.css';

const RECEIPT = 'Квитанция, PDF';

/** The details of one line: for what, for which days, at which rate, and its document. */
export function LineDialog({ line, onClose }: { line: Movement | undefined; onClose: () => void }) {
  const { open, isPending } = useDocument();
  const receipt = line?.has_receipt && (
    <Button look="soft" busy={isPending} onClick={() => open({ kind: 'receipt', entry_id: line.entry_id })}>
      <DocIcon name="document" />
      {RECEIPT}
    </Button>
  );
  return (
    <Dialog
      open={line !== undefined}
      onClose={onClose}
      title={line && keepTogether(line.text)}
      {...(receipt && { actions: receipt })}
    >
      {line && <Explanation line={line} />}
    </Dialog>
  );
}

function Explanation({ line }: { line: Movement }) {
  const today = dayOf(now());
  return (
    <>
      <p className={styles.sum}>
        <Money value={line.amount} size="lg" signed />
      </p>
      <KeyValues list={factsOf(line, today)} />
      <Others title="Исправляет операцию" list={line.corrects ? [line.corrects] : []} today={today} />
      <Others title="Исправлена позже" list={line.corrected_by} today={today} />
      {line.kind === 'charge' && <p className={styles.quiet}>{whyOf(line)}</p>}
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

/** How the sum was calculated, if the line shows it. */
function whyOf({ rate, service_from: from }: Movement): string {
  if (rate?.unit === 'month' && from !== null)
    return 'За неполный месяц списываем только за дни, когда услуга была включена.';
  return 'Если списание непонятно, напишите в поддержку и назовите номер операции.';
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
