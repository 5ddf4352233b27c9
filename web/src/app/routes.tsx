import { lazy, useLayoutEffect, type ComponentType, type ReactNode } from 'react';
import { sessionMark } from '#web/api/session.ts';
import type { PagePattern } from '@kabinet/contract/kernel/pages/pages';
import { compile, type Params } from '@kabinet/contract/kernel/call/route-pattern';
import { cameAt } from '#web/lib/page/embedded.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { PageParams, useLocation } from '#web/lib/page/router.tsx';
import { maySee, useRole } from '#web/shared/data/role.ts';
import { renderedPart } from '#web/shared/page/rendered-part.tsx';
import { HomePage } from '#web/features/home/home-page.tsx';
import { BareLayout } from './bare-layout.tsx';
import { MainLayout } from './main-layout.tsx';

// All screens of the specification (2), with the same address patterns. The frame and home load at once, because most visits start
// there; any other screen is a separate file, loaded when it is first opened. Sign-in is another page (login.tsx).

type Layout = ComponentType<{ children: ReactNode }>;
const page = <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const SingleAuthLayout = lazy(async () => ({
  default: (await import('./single-auth-layout.tsx')).SingleAuthLayout,
}));

/** A guest sees these pages without the frame, a subscriber inside it. Both have a token; only a subscriber has a session mark. */
const openTo =
  (Guests: Layout): Layout =>
  ({ children }) =>
    sessionMark() === undefined ? <Guests>{children}</Guests> : <MainLayout>{children}</MainLayout>;
const SupportLayout = openTo(SingleAuthLayout);
const NetworkLayout = openTo(({ children }) => <SingleAuthLayout wide>{children}</SingleAuthLayout>);

const Internet = renderedPart(
  async () => (await import('#web/features/internet/internet-page.tsx')).InternetPage,
  cameAt('/internet/'),
);
const Isg = page(() => import('#web/features/internet/sessions/isg-page.tsx'), 'IsgPage');
const SpeedTest = page(() => import('#web/features/speed-test/speed-test-page.tsx'), 'SpeedTestPage');
const Tv = page(() => import('#web/features/tv/tv-page.tsx'), 'TvPage');
const CreateTv = page(() => import('#web/features/tv/create-tv-page.tsx'), 'CreateTvPage');
const Sip = page(() => import('#web/features/sip/sip-page.tsx'), 'SipPage');
const CreateMail = page(() => import('#web/features/mail/create-page.tsx'), 'CreateMailboxPage');
const Mail = page(() => import('#web/features/mail/mail-page.tsx'), 'MailPage');
const Network = page(() => import('#web/features/network/network-page.tsx'), 'NetworkPage');
const PaymentsHistory = renderedPart(
  async () => (await import('#web/features/payments-history/payments-history-page.tsx')).PaymentsHistoryPage,
  cameAt('/payments-history/'),
);
const Payment = renderedPart(async () => (await import('./payment-page.tsx')).PaymentWithCalendar, cameAt('/payment/'));
const Settings = page(() => import('#web/features/settings/settings-page.tsx'), 'SettingsPage');
const Telephone = page(() => import('#web/features/telephone/telephone-page.tsx'), 'TelephonePage');
const Calls = page(() => import('#web/features/telephone/calls/calls-page.tsx'), 'CallsPage');
const Support = page(() => import('#web/features/support/support-page.tsx'), 'SupportPage');
const Closed = page(() => import('./closed-page.tsx'), 'ClosedPage');
const NotFound = page(() => import('#web/features/not-found/not-found-page.tsx'), 'NotFoundPage');

type Screen<Pattern = PagePattern> = readonly [pattern: Pattern, page: ComponentType, layout?: Layout];

const screens: readonly Screen[] = [
  ['/:welcome(welcome)?', HomePage],
  ['/internet/:user_id', Internet],
  ['/internet/:user_id/isg', Isg],
  ['/internet/:user_id/isg/:period', Isg],
  ['/speed-test', SpeedTest],
  ['/speed-test/:product', SpeedTest],
  ['/:product-online', Network, NetworkLayout],
  ['/tv/create', CreateTv],
  ['/tv/:user_id', Tv],
  ['/sip/:user_id', Sip],
  ['/mail/create', CreateMail],
  ['/mail/:user_id', Mail],
  ['/payments-history/:p(i|t)', PaymentsHistory],
  ['/payment/:p(i|t)', Payment],
  ['/payment/:p(i|t)/:amount([\\d.,]+)', Payment],
  ['/settings', Settings],
  ['/settings/:part', Settings],
  ['/telephone/:phone_number', Telephone],
  ['/telephone/calls/:phone_number', Calls],
  ['/support/:view_type', Support, SupportLayout],
];

const gallery: readonly Screen<string>[] = import.meta.env.DEV
  ? [['/ui', page(() => import('./gallery.tsx'), 'GalleryPage'), BareLayout]]
  : [];

const routes = [...screens, ...gallery].map(([pattern, Page, Layout = MainLayout]) => ({
  match: compile(pattern),
  Page,
  Layout,
}));

interface Found {
  Page: ComponentType;
  Layout: Layout;
  params: Params;
}

/** The screen at a path, or the 404 page. `product` is the operator's word in two of the addresses. */
export function screenAt(path: string, product: string | undefined): Found {
  for (const { match, Page, Layout } of routes) {
    const params = match(path);
    // Without either word there is nothing to compare.
    const isOurs = params && (params['product'] ?? product) === (product ?? params['product']);
    if (isOurs) return { Page, Layout, params };
  }
  return { Page: NotFound, Layout: SupportLayout, params: {} };
}

/** Scroll returns to the top on every navigation (specification, 2). */
function useScrollToTop(): void {
  const { key } = useLocation();
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, [key]);
}

export function AppRoutes() {
  useScrollToTop();
  const { pathname } = useLocation();
  const { Page, Layout, params } = screenAt(pathname, useProvider().product);
  const role = useRole();
  return (
    <PageParams params={params}>
      <Layout>{maySee(role, pathname) ? <Page key={pathname} /> : <Closed />}</Layout>
    </PageParams>
  );
}
