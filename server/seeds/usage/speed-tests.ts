import { randomUUID } from 'node:crypto';
import { at } from '../calendar.ts';
import { insertRows } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

/** Days ago, link, download and upload in Mbit/s: a port went down to 100 Mbit/s two days ago. */
const MEASURED = [
  [103, 'wifi', 41, 38],
  [96, 'cable', 296, 291],
  [76, 'cable', 288, 290],
  [52, 'cable', 294, 289],
  [34, 'wifi', 142, 120],
  [20, 'cable', 292, 288],
  [7, 'cable', 290, 287],
  [2, 'cable', 94, 93],
  [1, 'wifi', 71, 66],
] as const;

/** 100001 has measured its internet since the summer. */
export async function addSpeedTests({ client, calendar }: Seeding): Promise<void> {
  const { rows } = await client.query<{ user_id: number; plan: string; plan_mbit: number }>(
    `select user_id, plan.name as plan, speed_mbit as plan_mbit
     from service_user join plan using (plan_id) where login = 'kuznetsova84'`,
  );
  await insertRows(
    client,
    'speed_test',
    MEASURED.map(([daysAgo, link, down, up], index) => ({
      contract_id: 100_001,
      key: randomUUID(),
      measured_at: at(calendar.ago(daysAgo), index % 2 === 0 ? '20:41' : '14:03'),
      server: 'Узел рядом с кабинетом',
      address: '10.84.17.21',
      is_local: true,
      ...rows[0],
      link,
      down_kbit: down * 1000,
      up_kbit: up * 1000,
      latency_us: link === 'wifi' ? 9_400 : 3_900,
      jitter_us: link === 'wifi' ? 4_100 : 800,
      down_latency_us: link === 'wifi' ? 96_000 : 38_000,
      up_latency_us: link === 'wifi' ? 71_000 : 21_000,
    })),
  );
}
