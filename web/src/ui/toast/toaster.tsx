import { useEffect, useRef, useState } from 'react';
import { nowMs } from '#web/lib/clock/clock.ts';
import { cx } from '#web/lib/text/cx.ts';
import { counted } from '#web/lib/text/format.ts';
import { close } from '#web/lib/text/texts.ts';
import { IconButton } from '../button/button.tsx';
import { Icon, type IconName } from '../icon/icon.tsx';
import { VisuallyHidden } from '../text/hidden.tsx';
import { closeToast, useToasts, type Toast, type ToastPosition } from './toast-store.ts';
import styles from './toaster.module.css';

const icons: Record<Toast['tone'], IconName> = { ok: 'circle-check', bad: 'circle-alert', info: 'info' };

/** Browsers of early 2023 have no popovers in the top layer: there an open dialog covers the toasts. */
const canFloat = (): boolean => 'showPopover' in HTMLElement.prototype;

/** The container of toasts. Used once, at the top of the tree. */
export function Toaster() {
  const list = useToasts();
  const positions = [...new Set(list.map(({ position }) => position))];
  return positions.map((position) => (
    <Pile key={position} position={position} group={list.filter((toast) => toast.position === position)} />
  ));
}

function Pile({ position, group }: { position: ToastPosition; group: readonly Toast[] }) {
  const pile = useRef<HTMLElement>(null);
  const newest = group.at(-1)?.id;
  // An open dialog is in the top layer; showing the popover again puts the toasts above it.
  useEffect(() => {
    if (!canFloat()) return;
    pile.current?.hidePopover();
    pile.current?.showPopover();
  }, [newest]);
  return (
    <section
      ref={pile}
      popover={canFloat() ? 'manual' : undefined}
      className={cx(styles.pile, styles[position])}
      aria-label="Уведомления"
    >
      {group.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/** Closes a toast after its time, which stops while the pointer or the focus is on it. A repeat restarts the time. */
function useExpiry({ id, timeout, count }: Toast, paused: boolean): void {
  const left = useRef(timeout);
  useEffect(() => {
    left.current = timeout;
  }, [timeout, count]);
  useEffect(() => {
    if (paused || timeout === 0) return undefined;
    const began = nowMs();
    const timer = setTimeout(() => closeToast(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= nowMs() - began;
    };
  }, [id, timeout, count, paused]);
}

function ToastCard({ toast }: { toast: Toast }) {
  const [read, setRead] = useState({ pointer: false, focus: false });
  useExpiry(toast, read.pointer || read.focus);
  const note = (by: Partial<typeof read>) => (): void => setRead((was) => ({ ...was, ...by }));
  return (
    // The handlers only stop the timer while the toast is being read.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={cx(styles.toast, styles[toast.tone])}
      role={toast.tone === 'bad' ? 'alert' : 'status'}
      onPointerEnter={note({ pointer: true })}
      onPointerLeave={note({ pointer: false })}
      onFocus={note({ focus: true })}
      onBlur={note({ focus: false })}
    >
      <Icon name={icons[toast.tone]} />
      <p>
        <b>{toast.title}</b>
        {toast.text}
      </p>
      <IconButton icon="x" size="sm" label={close} onClick={() => closeToast(toast.id)} />
      {toast.count > 1 && (
        <span className={cx(styles.badge, styles[`badge-${toast.badgePosition}`])}>
          <span aria-hidden="true">{toast.count}</span>
          <VisuallyHidden>Повторилось {counted(toast.count, 'раз', 'раза', 'раз')}</VisuallyHidden>
        </span>
      )}
    </div>
  );
}
