import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { cursorOf, lastId, lastMoment, pageFrom, type Page, type PageWanted } from '#server/domain/shared/page.ts';

interface Figures {
  readonly link: 'cable' | 'wifi' | 'unknown';
  readonly down_kbit: number;
  readonly up_kbit: number;
  readonly latency_us: number;
  readonly jitter_us: number;
  readonly down_latency_us: number | null;
  readonly up_latency_us: number | null;
}

export interface SpeedTest extends Figures {
  speed_test_id: number;
  measured_at: Instant;
  server: string;
  is_local: boolean;
  user_id: number | null;
  plan: string | null;
  plan_mbit: number | null;
}

const COLUMNS = sql`
  speed_test_id, measured_at, server, is_local, user_id, plan, plan_mbit, link, down_kbit, up_kbit, latency_us, jitter_us,
  down_latency_us, up_latency_us`;

export interface NewSpeedTest extends Figures {
  readonly contractId: number;
  readonly key: string;
  readonly server: string;
  readonly address: string;
  readonly userId: number | null;
  readonly now: Date;
}

/** Stores a measurement with the plan of its service and the place of its address; ignores a repeat with a known key. */
export const keepSpeedTest = (tx: Tx, test: NewSpeedTest): Promise<number> =>
  tx.run(sql`
    insert into speed_test (contract_id, key, measured_at, server, address, is_local, user_id, plan, plan_mbit, link,
      down_kbit, up_kbit, latency_us, jitter_us, down_latency_us, up_latency_us)
    select ${test.contractId}, ${test.key}::uuid, ${test.now}, ${test.server}, ${test.address}::inet,
      exists (select from town_network where network >>= ${test.address}::inet), ${test.userId}::bigint, plan.name,
      plan.speed_mbit, ${test.link}, ${test.down_kbit}, ${test.up_kbit}, ${test.latency_us}, ${test.jitter_us},
      ${test.down_latency_us}, ${test.up_latency_us}
    from (values (1)) as one
    left join service_user u on u.user_id = ${test.userId}::bigint
    left join plan on plan.plan_id = u.plan_id
    on conflict (contract_id, key) do nothing`);

export const speedTestOf = (tx: Tx, contractId: number, key: string): Promise<SpeedTest> =>
  tx.one(sql`select ${COLUMNS} from speed_test where contract_id = ${contractId} and key = ${key}::uuid`);

/** How many measurements the contract has stored since a moment. */
export async function speedTestsSince(tx: Tx, contractId: number, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from speed_test where contract_id = ${contractId} and measured_at > ${since}`);
  return count;
}

/** Measurements of a service within the provider's network since a moment, newest first; no more than matter. */
export const speedsSince = (tx: Tx, contractId: number, userId: number, since: Date): Promise<SpeedTest[]> =>
  tx.rows(sql`
    select ${COLUMNS} from speed_test
    where contract_id = ${contractId} and measured_at > ${since} and user_id = ${userId} and is_local
    order by measured_at desc, speed_test_id desc limit 50`);

const readCursor = cursorOf(lastMoment, lastId);

/** Measurements of a contract, newest first, read by one index. */
export async function speedTestsOf(tx: Tx, contractId: number, page: PageWanted): Promise<Page<SpeedTest>> {
  const [after, id] = readCursor(page.cursor) ?? [];
  const rows = await tx.rows<SpeedTest>(sql`
    select ${COLUMNS} from speed_test
    where contract_id = ${contractId}
      ${after === undefined ? sql`` : sql`and (measured_at, speed_test_id) < (${after}, ${id})`}
    order by measured_at desc, speed_test_id desc
    limit ${page.limit + 1}`);
  return pageFrom(rows, page.limit, ({ measured_at, speed_test_id }) => `${Date.parse(measured_at)}.${speed_test_id}`);
}
