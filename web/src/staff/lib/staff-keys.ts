import { useEffect, useEffectEvent } from 'react';

/** A key by its place on the keyboard, so that the layout does not matter: `ctrl KeyK`, `alt Digit1`, `Slash`. */
type KeyName = string;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const nameOf = ({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): KeyName =>
  [(ctrlKey || metaKey) && 'ctrl', altKey && 'alt', shiftKey && 'shift', code].filter(Boolean).join(' ');

/** Whether a key types something: it acts only while nobody types. */
const isBare = (name: KeyName): boolean => !/^(?:ctrl|alt) |^(?:F\d|Escape$)/.test(name);

/** Runs an action by a key, anywhere on the page; `first`: before the frame, which has keys of its own, and not
 * while a dialog is open. */
export function useStaffKeys(
  keys: Readonly<Record<KeyName, (() => void) | undefined>>,
  { first = false }: { first?: boolean } = {},
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    const act = keys[name];
    if (first && document.querySelector('dialog[open]')) return;
    if (!act || event.defaultPrevented || (isBare(name) && isField(event.target))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => press(event);
    addEventListener('keydown', hear, first);
    return () => removeEventListener('keydown', hear, first);
  }, [first]);
}
