import { ServiceRow } from '#web/shared/service/row/service-row.tsx';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Rows } from '#web/ui/text/rows.tsx';

/** Up to this many services are one plain list; more are grouped by kind. */
export const MOST_PLAIN = 8;

/** Services one under another. */
export function ServicesList({
  services,
  today,
  level = 3,
}: {
  services: readonly ListedService[];
  today: string;
  level?: 3 | 4;
}) {
  return (
    <Rows>
      {services.map((service) => (
        <ServiceRow key={service.key} service={service} today={today} level={level} />
      ))}
    </Rows>
  );
}
