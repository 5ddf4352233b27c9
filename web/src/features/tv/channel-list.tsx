import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/hidden.tsx';
import type { Channel } from './channels.ts';
import styles from './channel-list.module.css';

/** Channels in columns: number, name, HD, archive. */
export function ChannelList({ channels }: { channels: readonly Channel[] }) {
  return (
    <ul className={styles.list}>
      {channels.map(({ channel_id, number, name, is_hd, has_archive }) => (
        <li key={channel_id}>
          <span className={styles.number}>{number}</span>
          <span className={styles.name}>{name}</span>
          {(is_hd || has_archive) && (
            <span className={styles.tags}>
              {is_hd && <span className={styles.tag}>HD</span>}
              {has_archive && (
                <span className={styles.tag} title="Архив за неделю">
                  <Icon name="clock" size="xs" />
                  <VisuallyHidden>архив</VisuallyHidden>
                </span>
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
