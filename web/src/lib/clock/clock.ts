// The time is the server's (decision 0171): the device's clock may be wrong, and may be changed while the page is open. The page and
// each answer carry the server's moment; between two of them a counter runs that nobody sets. Only this file reads the device's clock.

/** Milliseconds by which the clock may be off: an answer is under way for some time. */
const SLACK_MS = 3000;

/** The event of the window after the clock was wrong and is corrected. */
export const CORRECTED = 'clock';

/** Milliseconds of the epoch by the device, for what is compared between visits, tabs and the cache of the library. */
export const deviceMs = (): number => Date.now();

/** When the counter of the page began, milliseconds of the epoch. Until the server has told its moment, by the device. */
let origin = deviceMs() - performance.now();
let clock = (): Date => new Date(origin + performance.now());

/** The current time. */
export const now = (): Date => clock();

/** The same in milliseconds of the epoch. */
export const nowMs = (): number => clock().getTime();

/** When something happened, by a moment of the device: milliseconds of the epoch. */
export const ofDevice = (moment: number): number => moment + nowMs() - deviceMs();

/** Hears the server's moment, milliseconds of the epoch, which has been under way for `late` at most; nothing if it told none. */
export function hearMoment(moment: number, late = 0): void {
  const off = moment - nowMs();
  if (!moment || Math.abs(off) <= SLACK_MS + late) return;
  origin += off;
  dispatchEvent(new Event(CORRECTED));
}

/** Replaces the clock: the server, which renders the home screen, sets its own. */
export const setClock = (other: () => Date): void => void (clock = other);

/** Resolves after `ms`; rejects at once when the signal aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
