import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { OrderState } from '../order/order.rules.ts';

/** A window of a master, with the order that holds it. */
export interface WindowOfDay {
  slot_id: number;
  town: string;
  master: string;
  from: Instant;
  to: Instant;
}

export interface VisitOfDay {
  slot_id: number;
  order_id: number;
  contract_id: number;
  goal: string;
  state: OrderState;
  text: string;
  name: string;
  town: string;
  street: string | null;
  house: string;
  flat: string | null;
  phone: string | null;
  arrives_at: Instant | null;
  arrived_at: Instant | null;
}

interface DayOfMasters {
  readonly from: Instant;
  readonly until: Instant;
  /** null: of all. */
  readonly masters: readonly string[] | null;
  readonly most: number;
}

/** Windows of a day, by master and time. */
export const windowsOfDay = (tx: Tx, { from, until, masters, most }: DayOfMasters): Promise<WindowOfDay[]> =>
  tx.rows(sql`
    select slot_id, t.name as town, master, starts_at as from, ends_at as to
    from visit_slot join town t using (town_id)
    where starts_at >= ${from} and starts_at < ${until}
      and (${masters}::text[] is null or master = any(${masters}::text[]))
    order by master, starts_at limit ${most}`);

/** Whom the masters visit in these windows. */
export const visitsIn = (tx: Tx, slots: readonly number[]): Promise<VisitOfDay[]> =>
  tx.rows(sql`
    select v.slot_id, o.order_id, o.contract_id, goal.name as goal, o.state, o.text, c.client_name as name,
      t.name as town, s.name as street, c.house, c.flat, o.phone, o.arrives_at, o.arrived_at
    from visit_slot v join support_order o using (order_id) join support_goal goal using (goal_id)
    join contract c using (contract_id) join town t on t.town_id = c.town_id
    left join street s on s.street_id = c.street_id
    where v.slot_id = any(${slots}::bigint[])`);

export interface VisitedService {
  order_id: number;
  user_id: number;
  kind: ServiceKind;
  name: string;
  plan: string | null;
  is_connected: boolean;
}

/** What the masters connect by these orders, and the services of the orders themselves. */
export const servicesVisited = (tx: Tx, orders: readonly number[]): Promise<VisitedService[]> =>
  tx.rows(sql`
    select o.order_id, u.user_id, u.service_kind as kind, u.name, p.name as plan, u.state <> 'connecting' as is_connected
    from support_order o join service_user u on u.contract_id = o.contract_id left join plan p using (plan_id)
    where o.order_id = any(${orders}::bigint[]) and (u.state = 'connecting' or u.user_id = o.user_id and u.state <> 'closed')
    order by o.order_id, u.user_id is distinct from o.user_id, u.user_id`);
