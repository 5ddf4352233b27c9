import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import styles from './more-actions.module.css';

interface MoreActionsProps<Name extends string> {
  actions: readonly { readonly one: Name; readonly text: string }[];
  onChoose: (one: Name) => void;
}

/** What is done seldom, below a button; Escape, a press elsewhere and leaving it by Tab close it. */
export function MoreActions<Name extends string>({ actions, onChoose }: MoreActionsProps<Name>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const left = new AbortController();
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && box.current?.contains(target) !== true) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
      box.current?.querySelector('button')?.focus();
    };
    for (const event of ['pointerdown', 'focusin'] as const)
      document.addEventListener(event, closeOutside, { signal: left.signal });
    document.addEventListener('keydown', closeByKey, { capture: true, signal: left.signal });
    return () => left.abort();
  }, [isOpen]);
  if (actions.length === 0) return null;
  return (
    <div ref={box} className={styles.more}>
      <Button look="plain" size="sm" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        Ещё
      </Button>
      <ul id={id} className={styles.list} hidden={!isOpen}>
        {actions.map(({ one, text }) => (
          <li key={one}>
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                setOpen(false);
                onChoose(one);
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
