import { cx } from '#web/lib/text/cx.ts';
import { useStored } from '#web/lib/page/stored.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Balance } from '#web/ui/text/money.tsx';
import styles from './balance-pill.module.css';

const accounts = {
  i: { key: 'balanceExpanded', word: 'Интернет', icon: 'globe' },
  t: { key: 'tbalanceExpanded', word: 'Телефон', icon: 'phone' },
} as const;

/** Whether the balance of an account is expanded; stored on the device, expanded at first (specification, 3). */
export const useBalanceFold = (account: 'i' | 't') => useStored<boolean>(accounts[account].key, true);

/** A balance in the header; folds to the account's name, so that other people do not see the sum. */
export function BalancePill({ account, balance }: { account: 'i' | 't'; balance: string }) {
  const [expanded, setExpanded] = useBalanceFold(account);
  const { word, icon } = accounts[account];
  return (
    <button
      type="button"
      className={styles.pill}
      aria-expanded={expanded}
      aria-label={expanded ? undefined : `${word}: показать баланс`}
      onClick={() => setExpanded(!expanded)}
    >
      <Icon name={icon} size="sm" className={cx(styles.kind, !expanded && styles.alone)} />
      <span className={styles.word}>{word}</span>
      {expanded && <Balance value={balance} short />}
      <Icon name={expanded ? 'chevron-left' : 'chevron-right'} size="xs" className={styles.fold} />
    </button>
  );
}
