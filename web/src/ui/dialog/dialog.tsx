import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { close } from '#web/lib/text/texts.ts';
import { IconButton } from '../button/button.tsx';
import { inHistory } from './in-history.ts';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Called on Back, Esc, the backdrop and the close button. The first three ask before, if something was typed. */
  onClose: () => void;
  /** The question of the dialog: «Перейти на «Волга 500»?» */
  title: ReactNode;
  /** The button with the verb first, then the cancel button («Не менять»). */
  actions?: ReactNode;
  children: ReactNode;
}

/** A question over the page: a dialog on a wide screen, a sheet from below on a phone. */
export function Dialog({ open, onClose, title, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const dismiss = useEffectEvent(onClose);

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    const opener = document.activeElement;
    element.showModal();
    // Focus the question, not the close button, so that a screen reader reads it first.
    heading.current?.focus();
    const leave = inHistory(element, () => dismiss());
    return () => {
      leave();
      element.close();
      // The browser restores the focus only for a dialog that is still on the page.
      if (document.activeElement === document.body) (opener as HTMLElement).focus();
    };
  }, [open]);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id}>
      {open && (
        <div className={styles.sheet}>
          <div className={styles.head}>
            <h2 id={id} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            <IconButton icon="x" label={close} onClick={onClose} />
          </div>
          {children}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
