// The page on which the session ended, and the reason: /login?return=/payment/i&why=ended

/** The address of the sign-in page with a reason and the page to return to, `path` (below /lk). */
export const loginPath = (path: string, why: string): string =>
  path === '/' ? `/login?why=${why}` : `/login?return=${encodeURIComponent(path)}&why=${why}`;

/** The address of the sign-in page for an ordinary link: after signing in a guest returns to `path`. */
export const signInHref = (path: string): string =>
  `${import.meta.env.BASE_URL}login?return=${encodeURIComponent(path)}`;
