// The service worker (public/sw.js) shows notices, and keeps the files of the cabinet for a visit without a network.

const ADDRESS = `${import.meta.env.BASE_URL}sw.js`;

/** Trusted Types: the page may load a script only from an address that a named policy accepts, and it allows this one policy. */
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

export const startWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(address());
