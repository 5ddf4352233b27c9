import { rubles, keepTogether } from '#web/lib/text/format.ts';
import { mergedParts, payFor } from '#web/shared/money/account-sums.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Fold } from '#web/ui/text/rows.tsx';
import { UndoEntry } from './undo-entry.tsx';
import {
  aboutText,
  entryIcons,
  balanceAfterText,
  onAccount,
  entrySpanText,
  cancelUntilText,
  type PlannedEntry,
} from './calendar.texts.ts';
import styles from './calendar-entry.module.css';

interface EntryProps {
  entry: PlannedEntry;
  today: string;
  /** Set when there are two accounts. */
  account: string | undefined;
}

/** One planned entry: what, for which service, its sum and the balance after it, and how to cancel it. */
export function CalendarEntry({ entry, today, account }: EntryProps) {
  const { title, text, amount, missing } = entry;
  const lines = [aboutText(entry), entrySpanText(entry, today), missing === null ? text : ''];
  return (
    <div className={styles.entry}>
      <Icon name={entryIcons[entry.kind]} size="sm" />
      <div className={styles.head}>
        <h4>{keepTogether(title)}</h4>
        {amount !== null && <b className={styles.sum}>{rubles(amount, { signed: true })}</b>}
      </div>
      <div className={styles.more}>
        {lines.map((line) => line !== undefined && line !== '' && <p key={line}>{keepTogether(line)}</p>)}
        <Parts entry={entry} />
        <Left entry={entry} account={account} />
        <Back entry={entry} today={today} />
      </div>
    </div>
  );
}

function Parts({ entry: { parts } }: { entry: PlannedEntry }) {
  const lines = mergedParts(parts);
  if (lines.length < 2) return null;
  return (
    <ul className={styles.parts}>
      {lines.map(({ text, amount }) => (
        <li key={text}>
          <span>{keepTogether(text)}</span> <span>{rubles(amount)}</span>
        </li>
      ))}
    </ul>
  );
}

function Left({ entry, account }: Omit<EntryProps, 'today'>) {
  if (entry.missing === null) {
    const left = balanceAfterText(entry, account);
    return left === undefined ? null : <p>{left}</p>;
  }
  return (
    <p className={styles.missing}>
      <Icon name="triangle-alert" size="sm" />
      <span>{onAccount(account, `не\u00a0хватит ${rubles(payFor(entry.missing))}: услуги отключатся`)}</span>
    </p>
  );
}

/** The undo button of each service, or why there is none. */
function Back({ entry, today }: Omit<EntryProps, 'account'>) {
  const { undo, undo_reason: reason, services } = entry;
  if (!undo) return reason === null ? null : <p>{reason}</p>;
  const [only, ...others] = services;
  if (others.length === 0) {
    return (
      <div className={styles.back}>
        <UndoEntry entry={entry} undo={undo} service={only} />
        <span>{cancelUntilText(undo, today)}</span>
      </div>
    );
  }
  return (
    <Fold title={`Отменить для одной из услуг`}>
      <ul className={styles.services}>
        {services.map((service) => (
          <li key={service.user_id}>
            <span>{service.name}</span>
            <UndoEntry entry={entry} undo={undo} service={service} />
          </li>
        ))}
      </ul>
    </Fold>
  );
}
