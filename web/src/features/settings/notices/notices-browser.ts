/** What this browser can do about notices while the portal is closed. */
export type Ability = 'yes' | 'denied' | 'not_here' | 'add_to_home';

/** iPhones show notices only of a page on the home screen. */
const isPhoneOfApple = () => /iPhone|iPad/.test(navigator.userAgent);

export function abilityOf(): Ability {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) {
    return isPhoneOfApple() ? 'add_to_home' : 'not_here';
  }
  return Notification.permission === 'denied' ? 'denied' : 'yes';
}

export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Asks for the permission, so it is called on a click only; undefined if it is not given. */
export async function subscribe(publicKey: string): Promise<Browser | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  // A dynamic import: home needs this file, too, and files that screens share are part of the first load.
  const { startWorker } = await import('#web/lib/page/worker.ts');
  await startWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const key = bytesOf(publicKey);
  // Our messages do not reach a subscription with another key.
  if (known && !isSame(known.options.applicationServerKey, key)) await known.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  return { endpoint: endpoint ?? '', p256dh, auth };
}

/** The subscription of this browser, if it has one. */
export async function current(): Promise<PushSubscription | undefined> {
  if (abilityOf() !== 'yes') return undefined;
  const registration = await navigator.serviceWorker.getRegistration(import.meta.env.BASE_URL);
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** The name by which the server knows a browser. */
export async function digestOf(endpoint: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && String(new Uint8Array(one)) === String(other);
