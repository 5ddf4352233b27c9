import { counted, plural, rubles } from '#web/lib/text/format.ts';
import { sumOf } from '#web/shared/money/account-sums.ts';
import { isBroken, type ListedService } from '#web/shared/service/text/service.texts.ts';
import type { Tone } from '#web/ui/card/state.tsx';
import type { IconName } from '#web/ui/icon/icon.tsx';
import type { HomeMovement, HomeMovements, ListedOrder } from '../home-data.ts';
import { isOpenOrder, orderStates } from '#web/shared/service/text/order.texts.ts';

export interface News {
  key: string;
  icon: IconName;
  tone: Tone;
  title: string;
  text?: string;
  to?: string;
}

interface Happened {
  payments: HomeMovements | undefined;
  charges: HomeMovements | undefined;
  orders: readonly ListedOrder[];
  services: readonly ListedService[];
}

/** More than this are counted, not listed. */
const MOST_TOLD = 3;

/** News since the client's last visit. */
export function newsSince(lastVisit: string, happened: Happened): News[] {
  const isNew = (moment: string): boolean => Date.parse(moment) > Date.parse(lastVisit);
  return [
    // A service that does not work has its card, a failure of the network its banner, and an open order its row.
    ...changedServices(
      happened.services.filter(
        (one) => one.user && one.state !== 'blocked' && !isBroken(one) && isNew(one.user.state_since),
      ),
    ),
    ...money(happened.payments, isNew, [incoming, paidBack]),
    ...money(happened.charges, isNew, [outgoing, chargedBack]),
    ...changedOrders(happened.orders.filter((order) => !isOpenOrder(order) && isNew(order.updated_at))),
  ];
}

function changedServices(changed: readonly ListedService[]): News[] {
  if (changed.length > MOST_TOLD) {
    return [
      {
        key: 'services',
        icon: 'layers',
        tone: 'info',
        title: `Новое состояние у\u00a0${counted(changed.length, 'услуги', 'услуг', 'услуг')}`,
      },
    ];
  }
  return changed.map(({ key, name, look, path }) => ({
    key,
    icon: look.icon,
    tone: look.tone,
    title: `${name}: ${look.word.toLowerCase()}`,
    to: path,
  }));
}

type PaymentAgent = (sum: string, items: readonly HomeMovement[], more: string) => News;

const incoming: PaymentAgent = (sum, items, more) => ({
  key: 'payments',
  icon: 'arrow-down-left',
  tone: 'ok',
  title: `Пришло ${more}${rubles(sum)}`,
  ...(items.length > 1 && { text: counted(items.length, 'платёж', 'платежа', 'платежей') }),
  to: '/payments-history/i',
});

const spent = (sum: string): string => rubles(sum.replace('-', ''));

const NUMERALS = ['Два', 'Три', 'Четыре', 'Пять', 'Шесть', 'Семь', 'Восемь', 'Девять'];
/** «Пять списаний»; only the latest five are loaded. */
const chargesWord = (count: number): string =>
  `${NUMERALS[count - 2] ?? String(count)} ${plural(count, 'списание', 'списания', 'списаний')}`;

const outgoing: PaymentAgent = (sum, items, more) => ({
  key: 'charges',
  icon: 'arrow-up-right',
  tone: 'off',
  title:
    items.length === 1 || more !== ''
      ? `Списали ${more}${spent(sum)}`
      : `${chargesWord(items.length)} на\u00a0${spent(sum)}`,
  ...(items.length === 1 && items[0] && { text: items[0].text }),
  to: '/payments-history/i',
});

const BACK = { icon: 'arrow-left-right', to: '/payments-history/i' } as const;
const KINDS: Partial<Record<HomeMovement['kind'], string>> = { refund: 'Возврат платежа', reversal: 'Отмена платежа' };

/** Payments that were refunded or reversed. */
const paidBack: PaymentAgent = (sum, [first, ...others]) => ({
  ...BACK,
  key: 'payments-back',
  tone: 'off',
  title: `${first && others.length === 0 ? (KINDS[first.kind] ?? 'Перерасчёт') : 'Возвраты платежей'}: ${spent(sum)}`,
  ...(first && others.length === 0 && { text: first.text }),
});

/** Charges that were given back. */
const chargedBack: PaymentAgent = (sum, items) => ({
  ...BACK,
  key: 'charges-back',
  tone: 'ok',
  title: `Вернули ${rubles(sum)}`,
  text: items.length === 1 && items[0] ? items[0].text : counted(items.length, 'возврат', 'возврата', 'возвратов'),
});

/** A refund is among the payments, and what an incident gives back among the charges. */
const isBack = ({ amount, side }: HomeMovement): boolean => amount.startsWith('-') === (side === 'paid');

/** What came, or was charged, apart from what went back. Only the latest movements are loaded: if all are new there may be more. */
function money(
  page: HomeMovements | undefined,
  isNew: (at: string) => boolean,
  agents: readonly [PaymentAgent, PaymentAgent],
): News[] {
  const items = page?.items.filter(({ at }) => isNew(at)) ?? [];
  const more = items.length === page?.items.length && page.next !== null ? 'больше ' : '';
  return agents.flatMap((tell, index) => {
    const some = items.filter((line) => isBack(line) === (index === 1));
    return some.length === 0 ? [] : tell(sumOf(some.map(({ amount }) => amount)), some, more);
  });
}

const changedOrders = (orders: readonly ListedOrder[]): News[] =>
  orders.slice(0, MOST_TOLD).map(({ order_id, goal, state }) => ({
    key: `o${order_id}`,
    icon: orderStates[state].icon,
    tone: orderStates[state].tone,
    title: `Заявка ${order_id}: ${orderStates[state].word.toLowerCase()}`,
    text: goal,
    to: '/support/orders',
  }));
