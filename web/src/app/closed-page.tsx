import { useLocation } from '#web/lib/page/router.tsx';
import { useRole } from '#web/shared/data/role.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';

// Each has files of its own, which the first load need not name.
const OwnSignIn = lazyPart(async () => (await import('#web/features/settings/family/own-sign-in.tsx')).OwnSignIn);
const NotInRole = lazyPart(async () => (await import('#web/shared/page/not-in-role.tsx')).NotInRole);
const Support = lazyPart(async () => (await import('#web/features/support/support-page.tsx')).SupportPage);

/** What a link opens is for whoever has the link, in any role. */
const OF_LINK = /^\/support\/(?:invited|pay)$/;

/** Instead of a page that the role does not open; a person to whom no contract is open has her own sign-in there. */
export function ClosedPage() {
  const role = useRole();
  const { pathname } = useLocation();
  if (OF_LINK.test(pathname)) return <Support />;
  return role === 'none' || role === undefined ? <OwnSignIn /> : <NotInRole role={role} />;
}
