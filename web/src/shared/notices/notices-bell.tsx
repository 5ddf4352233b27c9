import { useState } from 'react';
import { counted } from '#web/lib/text/format.ts';
import { IconButton } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Count } from '#web/ui/card/state.tsx';
import { laterInDialog } from '#web/shared/page/later-in-dialog.tsx';
import styles from './notices-bell.module.css';
import { useNotices } from './notices.ts';

// The list is loaded on a press, to keep the first load small.
const NoticeList = laterInDialog(async () => (await import('./notice-list.tsx')).NoticeList);

/** The bell with the number of unread notices; opens their list. */
export function NoticesBell() {
  const [open, setOpen] = useState(false);
  const { length } = useNotices();
  const amount = length > 0 ? `, ${counted(length, 'новое', 'новых', 'новых')}` : '';
  return (
    <>
      <IconButton icon="bell" label={`Сообщения${amount}`} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {length > 0 && (
          <span className={styles.count} aria-hidden="true">
            <Count value={length} />
          </span>
        )}
      </IconButton>
      <Dialog open={open} onClose={() => setOpen(false)} title="Сообщения">
        <NoticeList />
      </Dialog>
    </>
  );
}
