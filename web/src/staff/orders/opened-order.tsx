import type { ApiError } from '#web/api/api-error.ts';
import { refusalOf } from '#web/api/refusal.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { now, nowMs } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf, momentText, phone, rubles, timeText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { isOpenOrder, visitText } from '#web/shared/service/text/order.texts.ts';
import { Callout, Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { useMay } from '../api/me.ts';
import { AnswerForm } from './answer-form.tsx';
import { CheckPart } from './check-part.tsx';
import { OrderActions } from './order-actions.tsx';
import { Ticks } from './order-row.tsx';
import { useOrder, type ShownOrder } from './orders-data.ts';
import { promisedByText, promiseOf, STATE_WORDS } from './orders.texts.ts';
import styles from './orders.module.css';
import { Thread } from './thread.tsx';
import { Inset } from '../look/plane.tsx';

/** One order: who, what was promised, the check, the talk, and the answer. */
export function OpenedOrder({ orderId }: { orderId: string }) {
  const answer = useOrder(orderId);
  const refusal = refusalOf(answer.error);
  if (refusal && !answer.data) return <NoOrder orderId={orderId} refusal={refusal} />;
  return (
    <Loaded
      alone
      answer={answer}
      failed="Заявка не открылась."
      skeleton={
        <Inset>
          <SkeletonRows label="Открываем заявку" count={6} tile={false} />
        </Inset>
      }
    >
      {(order) => <Shown order={order} />}
    </Loaded>
  );
}

const NoOrder = ({ orderId, refusal: { code, message } }: { orderId: string; refusal: ApiError }) =>
  code === 'order_unknown' ? (
    <Inset>
      <Empty icon="search" title={`Заявки ${orderId} нет`}>
        Проверьте номер или выберите заявку в очереди.
      </Empty>
    </Inset>
  ) : (
    <Inset>
      <Empty icon="lock" title="Эту заявку вам не открыть">
        {readable(message, 'Спросите администратора')}.
      </Empty>
    </Inset>
  );

function Shown({ order }: { order: ShownOrder }) {
  const today = dayOf(now());
  const isOpen = isOpenOrder(order);
  const mayAnswer = useMay('orders answer');
  return (
    <section aria-label={`Заявка ${order.order_id}`} className={styles.view}>
      <Link to="/orders" className={styles.back}>
        Вся очередь
      </Link>
      <header className={styles.viewHead}>
        <div>
          <h2>
            {order.goal}, заявка {order.order_id}
          </h2>
          <p className={styles.muted}>
            {STATE_WORDS[order.state]}
            {order.assignee !== null && `, занимается ${order.assignee}`}. {promisedByText(order.answer_by, today)}.
          </p>
        </div>
        {isOpen && <PromiseMark order={order} />}
      </header>
      {isOpen && <HeldNote holder={order.held_by} />}
      <Client order={order} today={today} />
      {isOpen && mayAnswer && <OrderActions order={order} today={today} />}
      <CheckPart checks={order.checks} />
      <Thread events={order.events} today={today} />
      {isOpen && mayAnswer && <AnswerForm order={order} />}
    </section>
  );
}

function PromiseMark({ order }: { order: ShownOrder }) {
  const { tone, text, gone } = promiseOf(order, nowMs());
  if (gone === null) return null;
  return (
    <span className={cx(styles.promise, styles[tone])}>
      {text}
      <Ticks gone={gone} />
    </span>
  );
}

/** Another of the staff is writing in it. */
function HeldNote({ holder }: { holder: ShownOrder['held_by'] }) {
  if (!holder || holder.is_mine) return null;
  return (
    <div className={styles.note}>
      <Callout tone="info" role="status" title={`Отвечает ${holder.name}.`}>
        До&nbsp;{timeText(holder.until)} заявка не&nbsp;ваша: читать можно, а&nbsp;чтобы ответить, заберите её.
      </Callout>
    </div>
  );
}

/** Whom it is about: what is asked first, and the way to the card. */
function Client({ order, today }: { order: ShownOrder; today: string }) {
  const mayOpen = useMay('card');
  const { contract_id: contractId, name, visit, accounts } = order;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Абонент</dt>
        <dd>
          {mayOpen ? <Link to={`/contracts/${contractId}`}>{name}</Link> : name}, договор {contractNo(order)}
        </dd>
      </div>
      <div>
        <dt>Адрес</dt>
        <dd>{order.address}</dd>
      </div>
      {order.phone !== null && (
        <div>
          <dt>Телефон</dt>
          <dd>
            <a href={`tel:+${order.phone}`}>{phone(order.phone)}</a>
            {order.wished_time !== null && `, удобно: ${order.wished_time}`}
          </dd>
        </div>
      )}
      {order.service !== null && (
        <div>
          <dt>Услуга</dt>
          <dd>{order.service}</dd>
        </div>
      )}
      <div>
        <dt>На счетах</dt>
        <dd>{accounts.map(({ balance }) => rubles(balance)).join(', ')}</dd>
      </div>
      <div>
        <dt>Создана</dt>
        <dd>{momentText(order.created_at, today)}</dd>
      </div>
      {visit && (
        <div>
          <dt>Визит</dt>
          <dd>
            {visitText({ arrives_at: order.arrives_at, visit }, today)}
            {order.master !== null && `, ${order.master}`}
            {order.arrived_at !== null && `, на месте с ${timeText(order.arrived_at)}`}
          </dd>
        </div>
      )}
    </dl>
  );
}
