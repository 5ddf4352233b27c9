import { useState } from 'react';
import { StaffIcon } from '../../look/staff-icon.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { canScan } from './scanner.ts';
import { ScanDialog } from './scan-dialog.tsx';

/** Reads the MAC from the sticker; where the browser cannot, there is no button, and it is typed. */
export function ScanButton({ onFound }: { onFound: (mac: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  if (!canScan()) return null;
  const found = (mac: string): void => {
    setOpen(false);
    onFound(mac);
  };
  return (
    <>
      <Button look="soft" onClick={() => setOpen(true)}>
        <StaffIcon name="scan" /> Сканировать
      </Button>
      {isOpen && <ScanDialog onFound={found} onClose={() => setOpen(false)} />}
    </>
  );
}
