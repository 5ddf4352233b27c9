import { keepTogether } from '#web/lib/text/format.ts';
import { cx } from '#web/lib/text/cx.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import styles from './diagnosis.module.css';

export interface Row {
  readonly title: string;
  readonly value?: string | null | undefined;
  /** ok, bad: answered; run: asked now; todo: asked later; pass: proves nothing. */
  readonly state: 'ok' | 'bad' | 'run' | 'todo' | 'pass';
}

const icons: Partial<Record<Row['state'], IconName>> = { ok: 'circle-check', bad: 'circle-x', run: 'loader' };
const spoken: Record<Row['state'], string> = {
  ok: 'в порядке',
  bad: 'не в порядке',
  run: 'проверяем',
  todo: 'ещё не проверяли',
  pass: 'неизвестно',
};

/** The steps of a check, each with its answer as it comes. Rows keep their height. */
export function CheckRows({ rows }: { rows: readonly Row[] }) {
  return (
    <ol className={styles.checks} aria-label="Что проверили" aria-live="polite">
      {rows.map((row, index) => (
        <CheckRow key={index} row={row} />
      ))}
    </ol>
  );
}

function CheckRow({ row: { title, value, state } }: { row: Row }) {
  const icon = icons[state];
  return (
    <li className={cx(styles.check, styles[state])}>
      {icon ? <Icon name={icon} size="sm" /> : <span className={styles.mark} aria-hidden="true" />}
      <b>{keepTogether(title)}</b>
      <VisuallyHidden>, {spoken[state]}</VisuallyHidden>
      <span className={styles.value}>{value != null && keepTogether(value)}</span>
    </li>
  );
}
