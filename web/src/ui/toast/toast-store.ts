import { isReadable } from '#web/lib/text/readable.ts';
import { sharedValue, useShared } from '#web/lib/page/shared-value.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { error as errorHeading, errorLoad, unanswered } from '#web/lib/text/texts.ts';

const POSITIONS = ['top-left', 'top', 'top-right', 'bottom-left', 'bottom', 'bottom-right'] as const;
const BADGE_POSITIONS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export type ToastPosition = (typeof POSITIONS)[number];
type BadgePosition = (typeof BADGE_POSITIONS)[number];

/** Defaults of the specification (9): top right, five seconds. */
const DEFAULTS = { position: 'top-right', timeout: 5000, badgePosition: 'top-left' } as const;

export interface ToastOptions {
  /** ok is announced politely, bad at once. */
  tone: 'ok' | 'bad' | 'info';
  /** The caption: what happened, in a few words. */
  title: string;
  text?: string | undefined;
  position?: ToastPosition;
  /** Milliseconds on the screen; 0 stays until closed. */
  timeout?: number;
  /** The corner of the badge with the number of repeats. */
  badgePosition?: BadgePosition;
}

export interface Toast extends Required<Omit<ToastOptions, 'text'>> {
  id: number;
  text: string | undefined;
  /** How often the same toast was repeated while visible. */
  count: number;
}

const NONE: readonly Toast[] = [];
let lastId = 0;
let loadFailedAt = -Infinity;

export const toasts = sharedValue(NONE);

/** Of the server and of hydration: a toast may come before that. */
export const useToasts = (): readonly Toast[] => useShared(toasts, NONE);

export const closeToast = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));
export function closeAllToasts(): void {
  loadFailedAt = -Infinity;
  toasts.set(NONE);
}

const checks: readonly [field: keyof typeof DEFAULTS, isValid: (value: unknown) => boolean][] = [
  ['position', (value) => POSITIONS.includes(value as ToastPosition)],
  ['timeout', (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0],
  ['badgePosition', (value) => BADGE_POSITIONS.includes(value as BadgePosition)],
];

/**
 * Shows a toast. With an invalid position, timeout or badge position it shows nothing, logs an error and returns false
 * (specification, 2).
 */
export function toast(options: ToastOptions): boolean {
  const full = { ...DEFAULTS, text: undefined, ...options };
  const wrong = checks.find(([field, isValid]) => !isValid(full[field]));
  if (wrong) {
    console.error(`Notification rejected: invalid ${wrong[0]}`, full[wrong[0]]);
    return false;
  }
  const list = toasts.get();
  const same = list.find(({ tone, title, text, position }) =>
    [tone === full.tone, title === full.title, text === full.text, position === full.position].every(Boolean),
  );
  const added: Toast = { ...full, id: ++lastId, count: 1 };
  toasts.set(same ? list.map((one) => (one === same ? { ...same, count: same.count + 1 } : one)) : [...list, added]);
  return true;
}

/** Shows a toast for a success. */
export const saySuccess = (title: string, text?: string): boolean => toast({ tone: 'ok', title, text });

/**
 * Shows a toast for a failure. If the server's message is Russian, it is shown under the caption; otherwise the heading is
 * «Ошибка», with the fallback text (specification, 2 and 8).
 */
export function sayError(failure: unknown, fallback: string, caption?: string): boolean {
  const message = failure instanceof Error ? failure.message : '';
  // The server may have carried out the change, so no caption may say that it has not. A repetition is safe: it changes nothing twice.
  if (caption !== undefined && failure instanceof Error && failure.name === 'NetworkError' && navigator.onLine)
    return toast({ tone: 'bad', title: unanswered, text: `${message}: дважды ничего не выполнится` });
  return isReadable(message)
    ? toast({ tone: 'bad', title: caption ?? errorHeading, text: message })
    : toast({ tone: 'bad', title: errorHeading, text: fallback });
}

/** Retries of the same load fall within this time. */
const SAME_FAILURE_MS = 30_000;

/** Reports that the first data or a list failed to load (specification, 8): once, for any number of affected parts. */
export function sayLoadFailure(): void {
  if (nowMs() - loadFailedAt < SAME_FAILURE_MS) return;
  loadFailedAt = nowMs();
  toast({ tone: 'bad', title: errorLoad });
}
