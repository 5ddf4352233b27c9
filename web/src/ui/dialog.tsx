import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { close } from '#lib/texts.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Called on Esc, the backdrop and the close button. Not called on Esc and the backdrop after input, so that no input is lost by accident. */
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
  const typed = useRef(false);
  const id = useId();

  useReturn(open);
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    typed.current = false;
    if (open) {
      element.showModal();
      // Focus the question, not the close button, so that a screen reader reads it first.
      heading.current?.focus();
    } else element.close();
  }, [open]);

  const dismiss = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!typed.current) onClose();
  };

  return (
    // The backdrop is part of the dialog element: a press on it targets the dialog outside its sheet. Esc does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={dismiss}
      onClose={() => open && onClose()}
      onInput={() => {
        typed.current = true;
      }}
      onClick={(event) => event.target === dialog.current && dismiss(event)}
    >
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

/** Restores the focus, also when the dialog is unmounted while open: the browser does so only for a closed dialog. */
function useReturn(open: boolean): void {
  useEffect(() => {
    const opener = document.activeElement;
    if (!open || !(opener instanceof HTMLElement)) return;
    return () => {
      if (document.activeElement === document.body) opener.focus();
    };
  }, [open]);
}
