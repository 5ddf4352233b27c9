import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { AccountRuler } from '#web/shared/money/account-ruler.tsx';
import { AccountUntil } from '#web/shared/money/account-until.tsx';
import { useInternetAccount, useTelephone, type Account } from '#web/shared/data/frame-data.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { CalendarDays } from './calendar-days.tsx';
import styles from './calendar-card.module.css';

/** The anchor for the link of the next charge on home. */
const ID = 'ahead';

/** The calendar: until when the money of both accounts lasts, and everything planned, day by day. */
export function CalendarCard() {
  const internet = useInternetAccount();
  const { data: telephone } = useTelephone();
  return (
    <div id={ID}>
      <Card title="Что впереди">
        <Loaded
          answer={internet}
          failed="Не удалось загрузить будущие списания."
          skeleton={<SkeletonRows label="Загружаем будущие списания" tile={false} />}
        >
          {(first) => <Accounts accounts={telephone ? [first, telephone] : [first]} />}
        </Loaded>
      </Card>
    </div>
  );
}

function Accounts({ accounts }: { accounts: readonly Account[] }) {
  const today = dayOf(now());
  const isNamed = accounts.length > 1;
  return (
    <div className={styles.ahead}>
      <div className={styles.purses}>
        {accounts.map((account) => (
          <div key={account.kind}>
            {isNamed && <h3>{ACCOUNT_NAMES[account.kind]}</h3>}
            {account.charged_elsewhere && !account.blocked ? (
              <p className={styles.lasts}>Списания считает оператор</p>
            ) : (
              <AccountUntil className={styles.lasts} account={account} today={today} />
            )}
            <AccountRuler account={account} today={today} on="card" />
          </div>
        ))}
      </div>
      <CalendarDays
        {...{ today, isNamed }}
        isBlocked={accounts.some(({ blocked }) => blocked)}
        isElsewhere={accounts.some(({ charged_elsewhere: isElsewhere }) => isElsewhere)}
      />
    </div>
  );
}
