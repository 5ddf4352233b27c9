import { Link } from '#web/lib/page/router.tsx';
import { momentText, keepTogether } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Note } from '#web/shared/service/page/service-note.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { State } from '#web/ui/card/state.tsx';
import { useOrders, type ListedOrder } from '../home-data.ts';
import { OrdersSkeleton } from '../home-skeleton.tsx';
import { isOpenOrder, orderStates, visitText } from '#web/shared/service/text/order.texts.ts';
import styles from './orders-card.module.css';

/** How many open orders home shows; the rest are on their page. */
const MOST_TOLD = 3;

/** Open support orders; nothing when there are none. */
export function OrdersCard({ ready, today }: { ready: boolean; today: string }) {
  const orders = useOrders(ready);
  return (
    <Loaded title="Заявки" answer={orders} failed="Не удалось загрузить заявки." skeleton={<OrdersSkeleton />}>
      {({ items }) => <OpenOrders orders={items.filter(isOpenOrder)} today={today} />}
    </Loaded>
  );
}

function OpenOrders({ orders, today }: { orders: readonly ListedOrder[]; today: string }) {
  if (orders.length === 0) return null;
  return (
    <Card title="Заявки в работе" aside={<Link to="/support/orders">Все заявки</Link>}>
      <Rows>
        {orders.slice(0, MOST_TOLD).map((order) => (
          <OrderRow key={order.order_id} order={order} today={today} />
        ))}
      </Rows>
    </Card>
  );
}

function OrderRow({
  order: { order_id, goal, text, state, visit, arrives_at, updated_at },
  today,
}: {
  order: ListedOrder;
  today: string;
}) {
  const { tone, icon, word } = orderStates[state];
  return (
    <Note
      icon={visit ? 'calendar-clock' : icon}
      tone={tone}
      title={<Link to={`/support/order?id=${order_id}`}>{visit ? visitText({ visit, arrives_at }, today) : goal}</Link>}
    >
      <p>
        {visit ? `${goal}. ` : ''}
        {keepTogether(text)}
      </p>
      <p className={styles.state}>
        <State tone={tone} icon={icon} quiet={tone !== 'wait'}>
          {word}
        </State>
        <span>{`№\u00a0${order_id}, ${momentText(updated_at, today)}`}</span>
      </p>
    </Note>
  );
}
