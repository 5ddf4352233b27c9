import type { OpenSheet } from '#lib/sheet.ts';
import { Dialog } from '#ui/dialog.tsx';

/** How one enters the network. */
export function EntrySheet({ onClose }: { sheet: OpenSheet; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Логин и&nbsp;вход">
      {null}
    </Dialog>
  );
}
