import { momentText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { State } from '#web/ui/card/state.tsx';
import { orderStates, visitText } from '#web/shared/service/text/order.texts.ts';
import { useMay } from '../api/me.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';
import type { ContractCard } from './card-data.ts';

/** The staff read of the client what he reads of himself. */
const stateWord = (state: ContractCard['orders'][number]['state']): string =>
  state === 'waiting_client' ? 'Ждём абонента' : orderStates[state].word;

/** Orders that are open, and what is broken at the address. */
export function OrdersPart({ card, today }: { card: ContractCard; today: string }) {
  const { orders, incidents } = card;
  const mayOpen = useMay('orders show');
  const mayIncident = useMay('incidents show');
  if (orders.length + incidents.length === 0) return null;
  return (
    <Part title="Заявки и аварии">
      <ul className={plane.rows}>
        {incidents.map(({ incident_id: id, cause, began_at, planned_until: until }) => (
          <li key={`i${id}`} className={plane.row}>
            <div>
              <b>{mayIncident ? <Link to={`/incidents/${id}`}>{cause}</Link> : cause}</b>
              <span className={plane.sub}>
                Авария с {momentText(began_at, today)}
                {until !== null && `, починим до ${momentText(until, today)}`}
              </span>
            </div>
            <State tone="wait" icon="triangle-alert">
              Авария
            </State>
          </li>
        ))}
        {orders.map((order) => (
          <li key={order.order_id} className={plane.row}>
            <div>
              <b>
                {order.goal},{' '}
                {mayOpen ? (
                  <Link to={`/orders/${order.order_id}`}>заявка {order.order_id}</Link>
                ) : (
                  `заявка ${order.order_id}`
                )}
              </b>
              <span className={plane.sub}>
                {order.visit ? `${visitText({ ...order, visit: order.visit }, today)}. ` : ''}
                {order.last?.text ?? order.text}
              </span>
            </div>
            <State tone={orderStates[order.state].tone} icon={orderStates[order.state].icon}>
              {stateWord(order.state)}
            </State>
          </li>
        ))}
      </ul>
    </Part>
  );
}
