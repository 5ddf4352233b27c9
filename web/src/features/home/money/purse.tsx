import { useId, type ReactNode } from 'react';
import { number } from '#web/lib/text/format.ts';
import type { Account } from '#web/shared/data/frame-data.ts';
import { useBalanceFold } from '#web/shared/frame/header/balance-pill.tsx';
import { balancePanel } from '#web/shared/frame/panel-view.ts';
import { IconButton } from '#web/ui/button/button.tsx';
import styles from './purse.module.css';

/** `1040217` → `№ 1 040 217`; numbers with letters or leading zeros stay as they are. */
export const accountNo = (no: string): string => `№\u00a0${/^[1-9]\d*$/.test(no) ? number(Number(no)) : no}`;

interface PurseProps {
  account: Account;
  className: string | undefined;
  /** What stands below the name and the number of the account; folded it shows no sums. */
  children: (expanded: boolean) => ReactNode;
}

/** An account on home, which folds. While the internet account is in view, the header does not repeat its balance. */
export function Purse({ account: { kind, account_no: no }, className, children }: PurseProps) {
  const [expanded, setExpanded] = useBalanceFold(kind);
  const id = useId();
  const name = kind === 'i' ? 'счёт «Интернет»' : 'счёт «Телефон»';
  return (
    <section className={className} aria-labelledby={id} ref={kind === 'i' ? balancePanel : undefined}>
      <div className={styles.top}>
        <h2 id={id}>
          {name.replace('с', 'С')} <span className={styles.no}>{accountNo(no)}</span>
        </h2>
        <IconButton
          icon={expanded ? 'chevron-up' : 'chevron-down'}
          label={`${expanded ? 'Свернуть' : 'Развернуть'} ${name}`}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        />
      </div>
      {children(expanded)}
    </section>
  );
}
