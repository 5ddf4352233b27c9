import { nowMs } from '#web/lib/clock/clock.ts';
import { counted, momentText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';

type ListedOrder = Wire<typeof contract.orders.list>['items'][number];

const EVERY_MS = 20_000;
const MOST = 10;

const countText = (all: number): string =>
  all > MOST ? `Срочные первыми, ещё ${all - MOST}` : counted(all, 'заявка', 'заявки', 'заявок');

/** Open orders by what will be late first; the answer is promised to the client. */
export function OpenOrders({ today }: { today: string }) {
  const answer = useAnswer(contract.orders.list, { query: { limit: String(MOST) } }, { every: EVERY_MS });
  return (
    <Part
      title="Открытые заявки"
      caption={answer.data && countText(answer.data.counts.all)}
      aside={<Link to="/orders">Вся очередь</Link>}
    >
      <Loaded
        answer={answer}
        failed="Заявки не загрузились."
        skeleton={<SkeletonRows label="Загружаем заявки" tile={false} />}
      >
        {({ items: orders }) => (
          <ul className={plane.rows}>
            {orders.length === 0 && <li className={plane.muted}>Открытых заявок нет.</li>}
            {orders.map((order) => (
              <li key={order.order_id}>
                <OrderRow order={order} today={today} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Part>
  );
}

function OrderRow({ order, today }: { order: ListedOrder; today: string }) {
  const { order_id: id, name, address, goal, text, assignee, answer_by: by } = order;
  const words = (
    <>
      <div>
        <b>
          {goal}, заявка {id}
        </b>
        <span className={plane.sub}>
          {name}, {address}
          {assignee !== null && `, занимается ${assignee}`}. {text}
        </span>
      </div>
      {by === null ? (
        <span className={plane.muted}>ответили</span>
      ) : (
        <State tone={Date.parse(by) < nowMs() ? 'bad' : 'wait'} icon="clock" quiet={Date.parse(by) >= nowMs()}>
          {Date.parse(by) < nowMs() ? 'опоздали, обещали ' : 'ответить до '}
          {momentText(by, today)}
        </State>
      )}
    </>
  );
  return (
    <Link to={`/orders/${id}`} className={plane.row}>
      {words}
    </Link>
  );
}
