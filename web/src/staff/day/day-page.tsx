import { lazy, Suspense } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { useMay, useMe } from '../api/me.ts';
import { Link } from '#web/lib/page/router.tsx';
import { FailedTogether } from '#web/shared/frame/failed-together.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { dayOf } from '#web/lib/text/format.ts';
import { useRecent } from '../lib/recent.ts';
import plane from '../look/plane.module.css';
import { Inset, Part, Plane, PlaneHead } from '../look/plane.tsx';
import { OpenIncidents } from './open-incidents.tsx';
import { OpenOrders } from './open-orders.tsx';
import { RequestsPart } from './requests-part.tsx';
import { WaitingPart } from './waiting-part.tsx';

/** Reports are no part of the first load: only an owner sees them here. */
const MonthFirst = lazy(async () => ({ default: (await import('./month-first.tsx')).MonthFirst }));

/** The beginning of a shift: what waits, and what was opened last. */
export function DayPage() {
  const hasInbox = useMay('inbox list');
  const recent = useRecent();
  const today = dayOf(now());
  return (
    <Plane>
      <Head />
      <Inset>
        <FailedTogether noStrip />
      </Inset>
      {hasInbox && <WaitingPart />}
      <SupportParts today={today} />
      {recent.length > 0 && (
        <Part title="Вы смотрели">
          <ul className={plane.rows}>
            {recent.map(({ contract_id: id, name, address }) => (
              <li key={id}>
                <Link to={`/contracts/${id}`} className={plane.row}>
                  <div>
                    <b>{name}</b>
                    <span className={plane.sub}>
                      {id}, {address}
                    </span>
                  </div>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </Plane>
  );
}

/** The owner's is how the month goes; the others look for a person. */
function Head() {
  const me = useMe();
  const maySearch = useMay('search');
  const greeting = `Здравствуйте, ${me.name}`;
  if (me.roles.includes('owner')) {
    return (
      <Suspense fallback={<PlaneHead title={greeting} />}>
        <MonthFirst name={me.name} />
      </Suspense>
    );
  }
  return (
    <PlaneHead
      title={greeting}
      lead={maySearch && 'Найдите абонента по чему угодно: имени, телефону, адресу, MAC, сумме платежа.'}
      actions={<OwnPlace roles={me.roles} />}
    />
  );
}

/** Where a role spends its day, if that is another page than this one. */
const PLACES = [
  { role: 'cashier', to: '/cash', text: 'Перейти к кассе' },
  { role: 'technician', to: '/visits', text: 'Мои визиты' },
] as const;

function OwnPlace({ roles }: { roles: readonly string[] }) {
  return PLACES.filter(({ role }) => roles.includes(role)).map(({ to, text }) => (
    <LinkButton key={to} to={to}>
      {text}
    </LinkButton>
  ));
}

/** What clients wait for: calls, answers, and what is broken. */
function SupportParts({ today }: { today: string }) {
  const may = { requests: useMay('requests list'), orders: useMay('orders list'), incidents: useMay('incidents list') };
  return (
    <>
      {may.requests && <RequestsPart today={today} />}
      {may.orders && <OpenOrders today={today} />}
      {may.incidents && <OpenIncidents today={today} />}
    </>
  );
}
