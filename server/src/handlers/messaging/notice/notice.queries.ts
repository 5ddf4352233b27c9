import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { isThereForC } from '#server/domain/support/incidents/incident.queries.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { Subscriber } from '#server/kernel/world.ts';

export interface Message {
  id: number;
  kind: 'info' | 'work' | 'incident' | 'security' | 'money';
  title: string;
  body: string;
  created_at: Instant;
  until: Instant | null;
  topic: string | null;
  services: ServiceKind[] | null;
  planned_until: Instant | null;
}

/** The most unread messages shown; older ones are left out. */
const MOST_MESSAGES = 50;

const SHOWN = sql`m.message_id as id, m.kind, m.title, m.body, m.created_at, m.until, m.topic, m.incident_id`;

/**
 * Unread messages that are still valid, for this contract or its town. An incident is shown until it is over, read or not. Incidents
 * first, then newest first.
 */
export function unreadMessages(tx: Tx, { contractId }: Subscriber, now: Date): Promise<Message[]> {
  return tx.rows<Message>(sql`
    with mine as (
      select ${SHOWN} from message m where contract_id = ${contractId}
      union all
      select ${SHOWN} from contract c join message m using (town_id)
      where c.contract_id = ${contractId} and (m.incident_id is null or ${isThereForC(sql`m.incident_id`)})
    )
    select m.id, m.kind, m.title, m.body, m.created_at, m.until, m.topic,
      case when m.kind = 'incident' then coalesce(i.services, '{}') end as services, i.planned_until
    from mine m left join incident i using (incident_id)
    where created_at <= ${now} and (until is null or until > ${now})
      and (kind = 'incident' or not exists (
        select from message_read r where r.contract_id = ${contractId} and r.message_id = m.id))
    order by kind = 'incident' desc, created_at desc, id desc
    limit ${MOST_MESSAGES}`);
}

/** Marks messages as read; a repeat keeps the first moment. Those that are not the subscriber's are left out. */
export function markRead(
  tx: Tx,
  { contractId }: Subscriber,
  messageIds: readonly AskedId<'message'>[],
  now: Date,
): Promise<{ id: number; read_at: Instant }[]> {
  return tx.rows(sql`
    insert into message_read as r (contract_id, message_id, read_at)
    select c.contract_id, m.message_id, ${now}
    from contract c join message m on m.contract_id = c.contract_id or (m.town_id = c.town_id
      and (m.incident_id is null or ${isThereForC(sql`m.incident_id`)}))
    where c.contract_id = ${contractId} and m.message_id = any(${messageIds}::bigint[])
    on conflict (contract_id, message_id) do update set read_at = r.read_at
    returning message_id as id, read_at`);
}
