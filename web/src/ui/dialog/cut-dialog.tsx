import type { ReactNode } from 'react';
import { Button, ButtonRow } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';
import { useKeptPlace } from '../use-kept-place.ts';

interface CutDialogProps {
  open: boolean;
  title: ReactNode;
  /** What the button does: «Удалить». */
  cut: string;
  busy: boolean;
  onCut: () => void;
  onClose: () => void;
  /** What will not work any more. */
  children: ReactNode;
}

/** Asks before something is taken away; then the keyboard keeps its place. */
export function CutDialog({ open, title, cut, busy, onCut, onClose, children }: CutDialogProps) {
  useKeptPlace(open);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <ButtonRow stacked>
          <Button look="cut" busy={busy} onClick={onCut}>
            {cut}
          </Button>
          <Button look="plain" onClick={onClose}>
            Оставить
          </Button>
        </ButtonRow>
      }
    >
      {children}
    </Dialog>
  );
}
