import { useState } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import type { Channel } from './channels.ts';
import styles from './channel-list.module.css';

/** Rows that a phone shows before «Показать все». */
const ON_PHONE = 8;

/** Channels in columns: number, name, HD, archive. A phone shows the first of them, then all on demand. */
export function ChannelList({ channels }: { channels: readonly Channel[] }) {
  const [isWhole, setWhole] = useState(channels.length <= ON_PHONE + 1);
  return (
    <>
      <List channels={channels} isWhole={isWhole} />
      {!isWhole && (
        <div className={styles.all}>
          <Button look="plain" size="sm" wide onClick={() => setWhole(true)}>
            {`Показать все ${channels.length}`}
          </Button>
        </div>
      )}
    </>
  );
}

function List({ channels, isWhole }: { channels: readonly Channel[]; isWhole: boolean }) {
  return (
    <ul className={cx(styles.list, !isWhole && styles.first)}>
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
