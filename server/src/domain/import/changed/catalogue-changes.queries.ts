import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { NewTown } from '../catalogue.queries.ts';

export type ChangedRows<Row> = readonly { readonly row: Row; readonly columns: readonly string[] }[];

/** Rows for `jsonb_to_recordset`, each with the columns that change. */
export const changedRows = (rows: ChangedRows<object>): string =>
  JSON.stringify(rows.map(({ row, columns }) => ({ ...row, changed: columns })));

/** The given value if that column changes, else what is there. */
export const orStay = (column: string, given: Sql, ours: Sql): Sql =>
  sql`case when ${column} = any(g.changed) then ${given} else ${ours} end`;

export interface ChangedTown extends Pick<NewTown, 'phone' | 'networks'> {
  readonly town: string;
}

/** The first telephone of a town, and its networks; a network that belongs to another town stays there. */
export async function changeTowns(tx: Tx, rows: ChangedRows<ChangedTown>): Promise<void> {
  const given = sql`
    select t.town_id, g.* from jsonb_to_recordset(${changedRows(rows)}::jsonb)
      as g (town text, phone text, networks text[], changed text[])
    join town t on t.name = g.town`;
  await tx.run(sql`
    delete from town_phone p using (${given}) g
    where p.town_id = g.town_id and p.position = 1 and 'phone' = any(g.changed)`);
  await tx.run(sql`
    insert into town_phone (town_id, position, label, phone)
    select town_id, 1, 'Поддержка', phone from (${given}) g where 'phone' = any(changed) and phone is not null`);
  await tx.run(sql`
    delete from town_network n using (${given}) g where n.town_id = g.town_id and 'networks' = any(g.changed)`);
  await tx.run(sql`
    insert into town_network (network, town_id)
    select network(network::inet), town_id from (${given}) g cross join unnest(networks) network
    where 'networks' = any(changed)
    on conflict do nothing`);
}

export interface ChangedStreet {
  readonly town: string;
  readonly street: string;
  readonly district: string | null;
}

export const changeStreets = (tx: Tx, rows: ChangedRows<ChangedStreet>): Promise<number> =>
  tx.run(sql`
    update street s set district = g.district
    from jsonb_to_recordset(${changedRows(rows)}::jsonb) as g (town text, street text, district text, changed text[])
    join town t on t.name = g.town
    where s.town_id = t.town_id and s.name = g.street`);

export interface ChangedHouse {
  readonly town: string;
  readonly street: string;
  readonly house: string;
  readonly ready_on: Day | null;
  readonly most_kbps: number | null;
}

export const changeHouses = (tx: Tx, rows: ChangedRows<ChangedHouse>): Promise<number> =>
  tx.run(sql`
    update coverage c set
      ready_on = ${orStay('ready_on', sql`g.ready_on`, sql`c.ready_on`)},
      state = case when ${orStay('ready_on', sql`g.ready_on`, sql`c.ready_on`)} is null then 'connected' else 'planned' end,
      most_kbps = ${orStay('mbit', sql`g.most_kbps`, sql`c.most_kbps`)}
    from jsonb_to_recordset(${changedRows(rows)}::jsonb)
      as g (town text, street text, house text, ready_on date, most_kbps integer, changed text[])
    join town t on t.name = g.town
    join street s on s.town_id = t.town_id and s.name = g.street
    where c.street_id = s.street_id and c.house = g.house`);

export interface ChangedPlanRow {
  readonly plan_id: number;
  readonly summary: string;
  readonly mbit: number | null;
  readonly audience: 'home' | 'office';
  readonly is_archived: boolean;
  readonly boxes: number | null;
}

export async function changeImportedPlans(tx: Tx, rows: ChangedRows<ChangedPlanRow>): Promise<void> {
  await tx.run(sql`
    update plan p set
      summary = ${orStay('summary', sql`g.summary`, sql`p.summary`)},
      speed_mbit = ${orStay('mbit', sql`g.mbit`, sql`p.speed_mbit`)},
      audience = ${orStay('audience', sql`g.audience`, sql`p.audience`)},
      is_archived = ${orStay('is_archived', sql`g.is_archived`, sql`p.is_archived`)}
    from jsonb_to_recordset(${changedRows(rows)}::jsonb)
      as g (plan_id integer, summary text, mbit integer, audience text, is_archived boolean, changed text[])
    where p.plan_id = g.plan_id`);
  await tx.run(sql`
    update mail_plan m set boxes = g.boxes
    from jsonb_to_recordset(${changedRows(rows)}::jsonb) as g (plan_id integer, boxes integer, changed text[])
    where m.plan_id = g.plan_id and 'boxes' = any(g.changed) and g.boxes is not null`);
}

export interface ChangedOption {
  readonly option_id: number;
  readonly terms: string;
}

export const changeOptions = (tx: Tx, rows: readonly ChangedOption[]): Promise<number> =>
  tx.run(sql`
    update plan_option o set oferta = g.terms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (option_id integer, terms text)
    where o.option_id = g.option_id`);
