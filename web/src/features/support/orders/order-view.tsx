import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import { useLocation } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { comingText, isOpenOrder } from '#web/shared/service/text/order.texts.ts';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { AfterOrder } from './after-order.tsx';
import { AnswerClock } from './answer-clock.tsx';
import { Compose } from '../talk/compose.tsx';
import { Conversation } from '../talk/conversation.tsx';
import type { OrderInFull } from '../order-in-full.ts';
import { OrderState, OtherOrders } from './orders.tsx';
import { answerByText } from './orders-answer.ts';
import { Steps } from './steps.tsx';
import { Visit } from './visit.tsx';
import list from '../order-list.module.css';
import styles from '../support.module.css';

const BACK = { to: '/support/orders', text: 'Все заявки' };

/** /support/order?id=20481: one order with its course. */
export function OrderView() {
  const id = Number(new URLSearchParams(useLocation().search).get('id'));
  if (!Number.isSafeInteger(id) || id < 1) return <NoOrder />;
  return <Known id={id} />;
}

function Known({ id }: { id: number }) {
  const answer = useCall(contract.support.getOrder, { params: { order_id: id } });
  if (!answer.data && answer.error && 'status' in answer.error && answer.error.status === 404) return <NoOrder />;
  return (
    <Loaded
      answer={answer}
      failed="Не удалось загрузить заявку."
      known={<PageHead title={`Заявка ${id}`} back={BACK} />}
      skeleton={
        <>
          <PageHead title={`Заявка ${id}`} back={BACK} />
          <Card>
            <SkeletonRows label="Загружаем заявку" tile={false} />
          </Card>
        </>
      }
    >
      {(order) => <Order order={order} />}
    </Loaded>
  );
}

function NoOrder() {
  return (
    <>
      <PageHead title="Такой заявки нет" back={BACK} />
      <Card>
        <Empty icon="search" title="Не нашли заявку" action={<LinkButton to="/support/orders">Все заявки</LinkButton>}>
          Проверьте номер или откройте заявку из списка.
        </Empty>
      </Card>
    </>
  );
}

/** «Мастер придёт 24 ноября», or what the order waits for; for a closed order, its goal. */
function titleOf({ visit, arrives_at, state, goal, answer_by: by }: OrderInFull): string {
  if (state === 'waiting_client') return 'Ждём вашего ответа';
  if (!isOpenOrder({ state })) return goal;
  if (visit) return comingText({ arrives_at }) ?? `Мастер придёт ${dayText(dayOf(visit.from), dayOf(now()))}`;
  if (by === null) return goal;
  const until = answerByText(by, now());
  return new Date(by) < now() ? `Обещали ответить до ${until} и\u00a0не\u00a0успели` : `Ответим до ${until}`;
}

function Order({ order }: { order: OrderInFull }) {
  return (
    <>
      <OrderHead order={order} />
      <div className={list.pair}>
        <OtherOrders current={order.order_id} />
        <div className={styles.stack}>
          {isOpenOrder(order) && (order.visit !== null || order.move.possible) && <Visit order={order} />}
          <AfterOrder order={order} />
          <Card>
            <Steps order={order} />
            <Conversation order={order} />
            {isOpenOrder(order) && order.answer_by !== null && <AnswerClock order={order} />}
            {order.answer.possible && <Compose order={order} />}
          </Card>
        </div>
      </div>
    </>
  );
}

function OrderHead({ order }: { order: OrderInFull }) {
  const { goal, order_id: id } = order;
  const title = titleOf(order);
  const tab = `${goal}, заявка ${id}`;
  if (title !== goal) return <PageHead title={title} tab={tab} lead={tab} back={BACK} />;
  return <PageHead title={goal} tab={tab} lead={`Заявка ${id}`} aside={<OrderState order={order} />} back={BACK} />;
}
