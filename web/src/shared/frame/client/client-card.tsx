import type { MouseEvent } from 'react';
import { clearStored } from '#web/lib/page/stored.ts';
import { beginLeaving } from '#web/api/session.ts';
import { useServerAway } from '#web/api/reach.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import styles from './client-card.module.css';
import { useClient, useInternetAccount, useTelephone } from '#web/shared/data/frame-data.ts';
import { useContractProgramCount } from '#web/shared/change/program-data.ts';
import { Avatar, contractLine } from './client-button.tsx';
import { Contracts } from './contracts.tsx';

/** With a modifier key the link opens in another tab: this page stays, and learns of the end of its session by itself. */
function signOut({ ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (!ctrlKey && !metaKey && !shiftKey) beginLeaving();
  clearStored();
}

/** Sign-out: deletes the contract's data from the device. It is an ordinary link, because the server ends the session. */
export function SignOut() {
  const isAway = useServerAway();
  if (isAway) {
    return (
      <>
        <Button look="line" wide icon="log-out" aria-disabled aria-describedby="no-sign-out">
          Выйти
        </Button>
        <p id="no-sign-out" className={styles.reason}>
          Нет связи: сервер не узнает, что вы вышли. Выйдите, когда она появится.
        </p>
      </>
    );
  }
  return (
    // The handler only prepares the page; the link navigates.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={signOut}>
      <LinkButton external to={`${import.meta.env.BASE_URL}logout`} look="line" wide icon="log-out">
        Выйти
      </LinkButton>
    </div>
  );
}

/** The signed-in client: name, contract, address, balances, sign-out. */
export function ClientCard() {
  const { data: client } = useClient();
  const { data: internet } = useInternetAccount();
  const { data: telephone } = useTelephone();
  const icontractProgramCount = useContractProgramCount();
  if (!client) return <Skeleton height="10rem" round="md" />;
  return (
    <div className={styles.card}>
      <div className={styles.who}>
        <Avatar name={client.client_name} />
        <p>
          <b>{client.client_name}</b>
          <small>{contractLine(client)}</small>
        </p>
      </div>
      <KeyValues
        list={[
          client.address !== '' && ['Адрес', client.address],
          internet !== undefined && ['Счёт «Интернет»', <Money key="i" value={internet.balance} />],
          telephone !== undefined && ['Счёт «Телефон»', <Money key="t" value={telephone.balance} />],
          icontractProgramCount !== undefined && [
            'Дополнительные услуги',
            icontractProgramCount === 0 ? 'нет' : icontractProgramCount,
          ],
        ]}
      />
      <Contracts />
      <SignOut />
    </div>
  );
}
