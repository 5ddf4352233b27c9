import { useState } from 'react';
import { ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { contractText, useClient } from '#web/shared/data/frame-data.ts';
import { useRole } from '#web/shared/data/role.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './offline-strip.module.css';
import { openContract } from './client/open-contract.ts';

/** Says on every page that the contract is somebody else's, and leads back. */
export function AccessStrip() {
  const role = useRole();
  const { data: client } = useClient();
  const [isBusy, setBusy] = useState(false);
  if (role === undefined || role === 'none' || !client) return null;
  const back = (): void => {
    setBusy(true);
    openContract(null).catch((failure: unknown) => {
      setBusy(false);
      sayError(failure, 'Вернуться не получилось. Повторите через минуту');
    });
  };
  return (
    <div className={styles.strip}>
      <Callout
        icon="eye"
        title={`${contractText(client)} вам открыл другой абонент.`}
        action={
          <TextButton disabled={isBusy} onClick={back}>
            В&nbsp;свой кабинет
          </TextButton>
        }
      >
        У&nbsp;вас {ROLE_OF[role]}.
      </Callout>
    </div>
  );
}
