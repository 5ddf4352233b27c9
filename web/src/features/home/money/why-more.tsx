import { useDeferredValue } from 'react';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import type { Account } from '#web/shared/data/frame-data.ts';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { Link } from '#web/lib/page/router.tsx';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import styles from './why-more.module.css';

const SERVICES = { i: contract.internetAccount.statServices, t: contract.telephoneAccount.statServices } as const;

/**
 * Why this month has cost more than the one before, in one sentence, and the way to its lines. The account tells whether there is
 * something to explain, so home asks for the reason only then.
 */
export function WhyMore({ account, today }: { account: Account | undefined; today: string }) {
  return account?.more_than_before === undefined ? null : <Reason p={account.kind} period={today.slice(0, 7)} />;
}

function Reason({ p, period }: { p: Account['kind']; period: string }) {
  const { data: came, error } = useCall(SERVICES[p], { query: { period } });
  // The page came without it: shown before this part is the browser's own, it would differ, and React would throw the part away.
  const data = useDeferredValue(came, null);
  return (
    <div className={styles.why}>
      <Link to={`/payments-history/${p}?month=${period}`}>Почему в&nbsp;этом месяце больше</Link>
      {!data && !error && <Skeleton height="2.6rem" round="md" />}
      {data?.more != null && (
        <p>
          <Unbroken text={data.more} />
        </p>
      )}
    </div>
  );
}
