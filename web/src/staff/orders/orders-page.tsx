import { useState } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { useNavigate, useParams } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { useMay } from '../api/me.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { Inset, Plane, PlaneHead } from '../look/plane.tsx';
import { OrderRow } from './order-row.tsx';
import { OpenedOrder } from './opened-order.tsx';
import {
  useFollowedQueue,
  useOrderQueue,
  type OrderCounts,
  type OrderFilter,
  type QueuedOrder,
} from './orders-data.ts';
import { FILTER_WORDS, queueLead, queueTitle } from './orders.texts.ts';
import { useTakenOrder } from './use-lease.ts';
import styles from './orders.module.css';

const FILTERS: readonly OrderFilter[] = ['all', 'answer', 'late', 'mine', 'nobody', 'client'];

/** The first that waits for an answer and that nobody else is writing in. */
const nextOf = (orders: readonly QueuedOrder[], chosen: string | undefined): QueuedOrder | undefined =>
  orders.find(
    ({ order_id: id, answer_by: by, held_by: holder }) =>
      by !== null && String(id) !== chosen && (holder === null || holder.is_mine),
  );

/** The queue of orders by what will be late first, and the chosen one beside it. */
export function OrdersPage() {
  const { order_id: chosen } = useParams();
  const [only, setOnly] = useState<OrderFilter>('all');
  const isLost = useFollowedQueue();
  const queue = useOrderQueue(only, isLost);
  const counts = queue.first?.counts;
  const mayTake = useMay('orders hold');
  const navigate = useNavigate();
  const { take, isTaking } = useTakenOrder();
  const next = mayTake ? nextOf(queue.data ?? [], chosen) : undefined;
  const takeNext = next && (() => take(next.order_id, () => navigate(`/orders/${next.order_id}`)));
  useStaffKeys({ KeyT: takeNext });
  return (
    <Plane>
      <QueueHead counts={counts} takeNext={takeNext} isTaking={isTaking} />
      <div className={cx(styles.board, chosen !== undefined && styles.one)}>
        <section className={styles.queue} aria-label="Очередь">
          <Filters only={only} onOnly={setOnly} counts={counts} />
          <Loaded
            alone
            answer={queue}
            failed="Заявки не загрузились."
            skeleton={
              <Inset>
                <SkeletonRows label="Загружаем заявки" count={6} tile={false} />
              </Inset>
            }
          >
            {(orders) => (
              <>
                {orders.length === 0 ? <NoOrders only={only} /> : <Queue orders={orders} chosen={chosen} />}
                <More queue={queue} />
              </>
            )}
          </Loaded>
        </section>
        <div className={styles.chosenOrder}>
          {chosen === undefined ? <Nothing /> : <OpenedOrder key={chosen} orderId={chosen} />}
        </div>
      </div>
    </Plane>
  );
}

interface QueueHeadProps {
  counts: OrderCounts | undefined;
  takeNext: (() => void) | undefined;
  isTaking: boolean;
}

const QueueHead = ({ counts, takeNext, isTaking }: QueueHeadProps) => (
  <PlaneHead
    title={counts ? queueTitle(counts) : 'Заявки'}
    lead={counts && queueLead(counts)}
    actions={
      takeNext && (
        <Button busy={isTaking} onClick={takeNext}>
          Взять следующую <kbd aria-hidden="true">T</kbd>
        </Button>
      )
    }
  />
);

const Nothing = () => (
  <div className={styles.nothing}>
    <Empty icon="inbox" title="Выберите заявку">
      Или возьмите следующую: она опоздает раньше других.
    </Empty>
  </div>
);

const More = ({ queue }: { queue: ReturnType<typeof useOrderQueue> }) =>
  queue.hasMore && (
    <Button look="plain" wide busy={queue.isLoadingMore} onClick={queue.more}>
      Показать ещё
    </Button>
  );

interface FiltersProps {
  only: OrderFilter;
  onOnly: (only: OrderFilter) => void;
  counts: OrderCounts | undefined;
}

const Filters = ({ only, onOnly, counts }: FiltersProps) => (
  <div className={styles.filters}>
    <Chips
      label="Какие заявки"
      options={FILTERS.map((filter) => ({
        value: filter,
        text: counts ? `${FILTER_WORDS[filter]}, ${counts[filter]}` : FILTER_WORDS[filter],
      }))}
      value={only}
      onChange={onOnly}
    />
  </div>
);

const Queue = ({ orders, chosen }: { orders: readonly QueuedOrder[]; chosen: string | undefined }) => (
  <ul className={styles.list}>
    {orders.map((order) => (
      <li key={order.order_id}>
        <OrderRow order={order} isChosen={String(order.order_id) === chosen} />
      </li>
    ))}
  </ul>
);

const NO_ORDERS = {
  all: { title: 'Открытых заявок нет', text: 'Новая появится здесь сама.' },
  some: { title: 'Таких заявок нет', text: 'Выберите другие.' },
} as const;

function NoOrders({ only }: { only: OrderFilter }) {
  const { title, text } = NO_ORDERS[only === 'all' ? 'all' : 'some'];
  return (
    <div className={styles.nothing}>
      <Empty icon="circle-check" title={title}>
        {text}
      </Empty>
    </div>
  );
}
