import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePages } from '#web/api/use-pages.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, keepTogether, momentText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Loaded, type LoadedQuery } from '#web/shared/page/loaded.tsx';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import { isOpenOrder, orderStates, visitText, type Order } from '#web/shared/service/text/order.texts.ts';
import { openSheet } from '#web/lib/page/sheet.ts';
import { Button, ButtonRow, LinkButton } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { CallBacks, isAwaited, type ListedCallBack } from '../calls/calls.tsx';
import { Frame } from '../frame.tsx';
import { Incidents } from '../incidents.tsx';
import { answerOf, answerByText } from './orders-answer.ts';
import list from '../order-list.module.css';
import styles from './orders.module.css';
import common from '../support.module.css';

const AT_ONCE = 10;

const newOrder = (
  <ButtonRow stacked>
    <LinkButton to="/support/new" icon="send">
      Новая заявка
    </LinkButton>
    <Button look="soft" icon="wifi-off" aria-haspopup="dialog" onClick={() => openSheet({ name: 'trouble' })}>
      Не&nbsp;работает
    </Button>
  </ButtonRow>
);

/** Support orders: open ones first, then newest first. */
export function Orders() {
  const pages = usePages(contract.support.getOrders, AT_ONCE);
  const calls = useCall(contract.support.getCallBacks, {});
  const known = calls.data ?? (calls.error ? [] : undefined);
  const { title, lead } =
    pages.items && known ? answerOf(pages.items, known, now()) : { title: 'Мои заявки', lead: undefined };
  return (
    <Frame title={title} lead={lead} tab="Мои заявки">
      <div className={common.stack}>
        <Incidents />
        <List pages={pages} calls={calls} />
      </div>
    </Frame>
  );
}

type Pages = ReturnType<typeof usePages<typeof contract.support.getOrders>>;

interface ListProps {
  pages: Pages;
  calls: LoadedQuery<readonly ListedCallBack[]>;
}

function List({ pages, calls }: ListProps) {
  if (pages.failed) {
    return (
      <Card title="Заявки">
        <ErrorBlock title="Не удалось загрузить заявки." onRetry={pages.again}>
          Сами заявки на месте, по ним продолжают работать.
        </ErrorBlock>
      </Card>
    );
  }
  if (!pages.items) return loading;
  return (
    <Loaded
      title="Звонки"
      answer={calls}
      failed="Не удалось загрузить звонки."
      skeleton={loading}
      known={<Filed pages={pages} />}
    >
      {(all) => <Filed pages={pages} calls={all} />}
    </Loaded>
  );
}

const loading = (
  <Card>
    <SkeletonRows label="Загружаем заявки" tile={false} />
  </Card>
);

/** The orders and the loaded calls: awaited ones first, then closed ones. */
function Filed({ pages, calls = [] }: { pages: Pages; calls?: readonly ListedCallBack[] }) {
  const { items = [] } = pages;
  const awaited = calls.filter(isAwaited);
  const made = calls.filter((call) => !isAwaited(call));
  if (items.length === 0) {
    return (
      <>
        <CallBacks title="Звонки" calls={calls} />
        <Card>
          <Empty icon="message-question" title="Всё в порядке?" action={newOrder}>
            Если что-то не работает, создайте заявку: её ход будет виден здесь.
          </Empty>
        </Card>
      </>
    );
  }
  return (
    <>
      <div>{newOrder}</div>
      <Group title="В работе" orders={items.filter(isOpenOrder)} />
      <CallBacks title="Позвоним вам" calls={awaited} />
      <Group title="Закрыты" orders={items.filter((order) => !isOpenOrder(order))} />
      <CallBacks title="Звонки" calls={made} />
      <LoadMore pages={pages} />
    </>
  );
}

function Group({ title, orders }: { title: string; orders: readonly Order[] }) {
  if (orders.length === 0) return null;
  return (
    <Card title={title}>
      <OrderList orders={orders} />
    </Card>
  );
}

function OrderList({ orders, current }: { orders: readonly Order[]; current?: number }) {
  return (
    <ul className={list.orders}>
      {orders.map((order) => (
        <li key={order.order_id}>
          <OrderLink order={order} isCurrent={order.order_id === current} />
        </li>
      ))}
    </ul>
  );
}

/** Beside an order on a wide screen: the latest orders. Nothing while they load, if there is only one, or if this one is older. */
export function OtherOrders({ current }: { current: number }) {
  const { data } = useCall(contract.support.getOrders, {});
  const orders = data?.items.slice(0, AT_ONCE) ?? [];
  const isAmong = orders.some(({ order_id: id }) => id === current);
  if (orders.length < 2 || !isAmong) return null;
  return (
    <nav className={list.others} aria-label="Другие заявки">
      <Card>
        <OrderList orders={orders} current={current} />
      </Card>
    </nav>
  );
}

function OrderLink({ order, isCurrent }: { order: Order; isCurrent: boolean }) {
  const { order_id: id, goal, visit, updated_at: updatedAt, last, text } = order;
  const today = dayOf(now());
  const coming = visit && isOpenOrder(order) && visitText({ visit, arrives_at: order.arrives_at }, today);
  const said = last ? `${last.author === 'client' ? 'Вы: ' : ''}${keepTogether(last.text)}` : keepTogether(text);
  return (
    <Link to={`/support/order?id=${id}`} className={list.order} aria-current={isCurrent ? 'page' : undefined}>
      <b>{goal}</b>
      <small>{momentText(updatedAt, today)}</small>
      {/* The last message may say the same. */}
      {said !== coming && <span>{said}</span>}
      {coming && <span className={styles.coming}>{coming}</span>}
      <OrderState order={order} />
    </Link>
  );
}

/** What the order waits for: our answer, the client's, a rating; otherwise its state. */
export function OrderState({ order }: { order: Pick<Order, 'state' | 'answer_by' | 'late_times' | 'rating'> }) {
  const { state, answer_by: answerBy, rating } = order;
  const { tone, icon, word } = orderStates[state];
  if (state === 'done' && rating === null) {
    return (
      <State tone="wait" icon="circle-check">
        Ждёт оценки
      </State>
    );
  }
  if (answerBy !== null && isOpenOrder({ state })) return <Promise answerBy={answerBy} />;
  return (
    <State tone={tone} icon={icon} quiet={!isOpenOrder({ state })}>
      {word}
    </State>
  );
}

function Promise({ answerBy }: { answerBy: string }) {
  const isLate = new Date(answerBy) < now();
  const text = answerByText(answerBy, now());
  return (
    <State tone={isLate ? 'wait' : 'info'} icon="clock">
      {isLate ? `Не успели к ${text}` : `Ответим до ${text}`}
    </State>
  );
}
