import { Link } from '#web/lib/page/router.tsx';
import { keepTogether, rubles } from '#web/lib/text/format.ts';
import { maySee, useRole } from '#web/shared/data/role.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { kindIcon, type ListedService } from '#web/shared/service/text/service.texts.ts';
import { Card } from '#web/ui/card/card.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import styles from './all-off.module.css';

/** All services are off for debt: the heading says it once, each is one line that opens its page. */
export const AllOff = ({ services }: { services: readonly ListedService[] }) => (
  <Card
    title="Услуги"
    aside={
      <State tone="bad" icon="circle-x">
        {services.length > 1 ? 'Отключены за\u00a0долг' : services[0]?.look.word}
      </State>
    }
  >
    <Rows>
      {services.map((service) => (
        <OffRow key={service.key} service={service} />
      ))}
    </Rows>
  </Card>
);

function OffRow({ service }: { service: ListedService }) {
  const { name, path, kind } = service;
  const isOpen = maySee(useRole(), path);
  return (
    <div className={styles.row}>
      <Tile icon={kindIcon[kind]} tone="off" />
      <div>
        <h3>{isOpen ? <Link to={path}>{name}</Link> : name}</h3>
        <p>{keepTogether(planAndPrice(service))}</p>
      </div>
      {isOpen && <Icon name="chevron-right" size="sm" />}
    </div>
  );
}

/** «Волга 100», 450 ₽ в месяц. */
function planAndPrice({ user, number }: ListedService): string {
  const [plan, price] = user ? [user.plan?.name, user.monthly] : [number?.plan, number?.price];
  return [plan !== undefined && `«${plan}»`, costOf(price ?? null)].filter(Boolean).join(', ');
}

/** Nothing for a role that does not see money. */
function costOf(amount: string | null): string | undefined {
  if (amount === null) return undefined;
  return isZero(amount) ? 'бесплатно' : `${rubles(amount)} в\u00a0месяц`;
}
