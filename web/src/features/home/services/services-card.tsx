import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Card } from '#web/ui/card/card.tsx';
import { LaterAllOff, LaterManyServices, LaterNoServices } from '../seldom-parts.tsx';
import { MOST_PLAIN, ServicesList } from './services-list.tsx';

/** All services: a plain list of a few; many are grouped by kind, with those that need attention first. All off for debt say so once. */
export function ServicesCard({ services, today }: { services: readonly ListedService[]; today: string }) {
  if (services.length === 0) return <LaterNoServices />;
  if (services.length > MOST_PLAIN) return <LaterManyServices services={services} today={today} />;
  if (services.every(({ reason }) => reason === 'debt')) return <LaterAllOff services={services} />;
  return (
    <Card title="Услуги">
      <ServicesList services={services} today={today} />
    </Card>
  );
}
