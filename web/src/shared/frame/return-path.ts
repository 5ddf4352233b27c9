// Where the subscriber was when the session ended, and why it did: /login?return=/payment/i&why=ended

/** The address of the sign-in page that tells why, and leads back to `path` (below /lk). */
export const loginPath = (path: string, why: string): string =>
  path === '/' ? `/login?why=${why}` : `/login?return=${encodeURIComponent(path)}&why=${why}`;
