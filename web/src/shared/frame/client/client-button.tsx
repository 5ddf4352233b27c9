import { Icon } from '#web/ui/icon/icon.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import styles from './client-card.module.css';
import { contractText, useClient, type Client } from '#web/shared/data/frame-data.ts';
import { initials } from './initials.ts';

/** A contract in force has no text: all its services may be off, and «действует» would be misleading. */
const states: Record<Client['state'], string> = {
  active: '',
  suspended: ', приостановлен',
  closed: ', закрыт',
};

/** «Договор 100001», «Договор 100001, приостановлен». */
export const contractLine = (client: Client): string => contractText(client) + states[client.state];

/** The letters of the name in a circle. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The client in the header: opens the card. */
export function ClientButton({ onOpen }: { onOpen: () => void }) {
  const { data: client, isError } = useClient();
  // The page shows the load error; an endless skeleton here would be misleading.
  if (!client && isError) return null;
  if (!client) {
    return (
      <div className={styles.who}>
        <Skeleton width="2.5rem" height="2.5rem" round="full" />
        <Skeleton width="9rem" />
      </div>
    );
  }
  return (
    <button type="button" className={styles.who} aria-haspopup="dialog" onClick={onOpen}>
      <Avatar name={client.client_name} />
      <span>
        <b>{client.client_name}</b>
        <small>
          {contractText(client)}
          <span className={styles.state}>{states[client.state]}</span>
        </small>
      </span>
      <Icon name="chevron-down" size="xs" className={styles.more} />
    </button>
  );
}
