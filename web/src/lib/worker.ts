import { wait } from './clock.ts';

// The service worker (public/sw.js) shows notices, and keeps the files of the cabinet for a visit without a network.

const ADDRESS = `${import.meta.env.BASE_URL}sw.js`;
/** The page itself comes first. */
const LATER_MS = 3000;

/** A script may come only from an address that a named policy has let through; the page allows this one policy. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

let trusted: string | undefined;

function address(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trusted ??= trustedTypes?.createPolicy('worker', { createScriptURL: () => ADDRESS }).createScriptURL(ADDRESS);
  return trusted ?? ADDRESS;
}

export const startWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(address(), { updateViaCache: 'none' });

/** Keeps the files on the device. Without them the cabinet works as long as there is a network. */
export async function keepFiles(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  await wait(LATER_MS);
  await startWorker().catch(() => undefined);
}
