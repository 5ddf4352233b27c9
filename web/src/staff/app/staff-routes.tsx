import { lazy, Suspense, type ComponentType } from 'react';
import { compile } from '@kabinet/contract/kernel/call/route-pattern';
import { PageParams, useLocation } from '#web/lib/page/router.tsx';
import { LeaveDialog } from '#web/shared/confirmation/leave-dialog.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { useMe, mayDo } from '../api/me.ts';
import { StaffFrame } from '../frame/staff-frame.tsx';
import { Inset, Plane } from '../look/plane.tsx';
import { DayPage } from '../day/day-page.tsx';
import { ProveDialog } from '../entry/prove-dialog.tsx';
import { StaffErrorBoundary } from './staff-error-boundary.tsx';

const page = <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

interface StaffScreen {
  readonly pattern: string;
  readonly Page: ComponentType;
  /** The call without which the page has nothing to show, by the words of its command. */
  readonly needs: string;
  /** Pages of one name stay mounted when the address leads from one to the other. */
  readonly stays?: string;
}

const CataloguePage = page(() => import('../catalogue/catalogue-page.tsx'), 'CataloguePage');
const ZonesPage = page(() => import('../catalogue/calls/zones-page.tsx'), 'ZonesPage');
const PlacesPage = page(() => import('../places/places-page.tsx'), 'PlacesPage');
const OrdersPage = page(() => import('../orders/orders-page.tsx'), 'OrdersPage');

const SCREENS: readonly StaffScreen[] = [
  { pattern: '/', Page: DayPage, needs: 'me' },
  {
    pattern: '/contracts/:contract_id(\\d+)',
    Page: page(() => import('../card/card-page.tsx'), 'CardPage'),
    needs: 'card',
  },
  {
    pattern: '/approvals',
    Page: page(() => import('../approvals/approvals-page.tsx'), 'ApprovalsPage'),
    needs: 'approvals list',
  },
  { pattern: '/team', Page: page(() => import('../team/team-page.tsx'), 'TeamPage'), needs: 'staff list' },
  { pattern: '/keys', Page: page(() => import('../keys/keys-page.tsx'), 'KeysPage'), needs: 'keys list' },
  { pattern: '/audit', Page: page(() => import('../audit/audit-page.tsx'), 'AuditPage'), needs: 'audit' },
  { pattern: '/me', Page: page(() => import('../own/own-page.tsx'), 'OwnPage'), needs: 'me' },
  { pattern: '/orders', Page: OrdersPage, needs: 'orders list', stays: 'orders' },
  { pattern: '/orders/:order_id(\\d+)', Page: OrdersPage, needs: 'orders list', stays: 'orders' },
  { pattern: '/visits', Page: page(() => import('../visits/visits-page.tsx'), 'VisitsPage'), needs: 'visits' },
  {
    pattern: '/incidents',
    Page: page(() => import('../incidents/incidents-page.tsx'), 'IncidentsPage'),
    needs: 'incidents list',
  },
  {
    pattern: '/incidents/new',
    Page: page(() => import('../incidents/new-incident-page.tsx'), 'NewIncidentPage'),
    needs: 'incidents publish',
  },
  {
    pattern: '/incidents/:incident_id(\\d+)',
    Page: page(() => import('../incidents/incident-page.tsx'), 'IncidentPage'),
    needs: 'incidents show',
  },
  { pattern: '/cash', Page: page(() => import('../cash/cash-page.tsx'), 'CashPage'), needs: 'desk' },
  {
    pattern: '/connect',
    Page: page(() => import('../connect/connect-page.tsx'), 'ConnectPage'),
    needs: 'contract open',
  },
  {
    pattern: '/debtors',
    Page: page(() => import('../debtors/debtors-page.tsx'), 'DebtorsPage'),
    needs: 'debtors list',
  },
  {
    pattern: '/network',
    Page: page(() => import('../network/network-page.tsx'), 'AccessNetworkPage'),
    needs: 'network differs',
  },
  { pattern: '/catalogue', Page: CataloguePage, needs: 'catalogue list', stays: 'catalogue' },
  {
    pattern: '/catalogue/:kind(plan|option|program)/:id(\\d+)',
    Page: CataloguePage,
    needs: 'catalogue list',
    stays: 'catalogue',
  },
  { pattern: '/catalogue/zones', Page: ZonesPage, needs: 'zones list', stays: 'zones' },
  { pattern: '/catalogue/zones/:zone([a-z][a-z0-9_]*)', Page: ZonesPage, needs: 'zones list', stays: 'zones' },
  {
    pattern: '/catalogue/packages',
    Page: page(() => import('../catalogue/calls/packages-page.tsx'), 'PackagesPage'),
    needs: 'packages list',
  },
  { pattern: '/places', Page: PlacesPage, needs: 'towns list', stays: 'places' },
  { pattern: '/places/:street_id(\\d+)', Page: PlacesPage, needs: 'towns list', stays: 'places' },
  {
    pattern: '/campaigns',
    Page: page(() => import('../campaigns/campaigns-page.tsx'), 'CampaignsPage'),
    needs: 'campaign list',
  },
  { pattern: '/inbox', Page: page(() => import('../inbox/inbox-page.tsx'), 'InboxPage'), needs: 'inbox list' },
  {
    pattern: '/reports',
    Page: page(() => import('../reports/reports-page.tsx'), 'ReportsPage'),
    needs: 'reports export',
  },
  {
    pattern: '/reports/:name',
    Page: page(() => import('../reports/report-page.tsx'), 'ReportPage'),
    needs: 'reports export',
  },
];

const screens = SCREENS.map(({ pattern, ...screen }) => ({ match: compile(pattern), ...screen }));

/** The page of the address inside the frame. */
export function StaffRoutes() {
  const { pathname } = useLocation();
  return (
    <>
      <StaffFrame>
        <StaffErrorBoundary resetOn={pathname}>
          <Suspense fallback={null}>
            <ScreenAt pathname={pathname} />
          </Suspense>
        </StaffErrorBoundary>
      </StaffFrame>
      <LeaveDialog />
      <ProveDialog />
    </>
  );
}

function ScreenAt({ pathname }: { pathname: string }) {
  const me = useMe();
  for (const { match, Page, needs, stays } of screens) {
    const params = match(pathname);
    if (!params) continue;
    if (!mayDo(me, needs)) return <NotAllowed />;
    return (
      <PageParams params={params}>
        <Page key={stays ?? pathname} />
      </PageParams>
    );
  }
  return <NoPage />;
}

const home = (
  <LinkButton to="/" look="plain">
    В начало
  </LinkButton>
);

const NotAllowed = () => (
  <Plane>
    <Inset>
      <Empty icon="lock" title="Вашей роли эта страница не открыта" action={home}>
        Что видит каждая роль, решает администратор.
      </Empty>
    </Inset>
  </Plane>
);

const NoPage = () => (
  <Plane>
    <Inset>
      <Empty icon="search" title="Такой страницы нет" action={home}>
        В адресе опечатка, или страницу убрали.
      </Empty>
    </Inset>
  </Plane>
);
