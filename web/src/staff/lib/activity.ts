import { deviceMs } from '#web/lib/clock/clock.ts';

// Whether somebody works at this page. Requests of a page that nobody touches do not keep its session alive: a screen that is left ends it.

/** Without a key or a touch for so long nobody works here. */
const IDLE_MS = 60_000;

let touchedAt = deviceMs();
for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel']) {
  addEventListener(kind, () => (touchedAt = deviceMs()), { passive: true, capture: true });
}

export const isIdle = (): boolean => deviceMs() - touchedAt > IDLE_MS;
