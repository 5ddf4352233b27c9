// The service worker shows notices, and keeps the files of the cabinet for a visit without a network (public/sw.js); that of the staff keeps
// the technician's day (build/staff-sw.js).

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

/** `scope`: only below it; without one, for all pages. */
export const startWorker = (scope?: string): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(address(), ...(scope === undefined ? [] : [{ scope }]));
