import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface TownPhonesRow {
  town: string;
  town_id: number;
  phones: { label: string; phone: string }[];
  is_default: boolean;
}

/** The town of the narrowest range that contains the address; the default town for an unknown address. */
export function townAt(tx: Tx, ip: string): Promise<TownPhonesRow> {
  return tx.one<TownPhonesRow>(sql`
    with place as (
      select town_id, false as is_default, masklen(network) as narrow from town_network where network >>= ${ip}::inet
      union all
      select town_id, true, -1 from town where is_default
    )
    select t.name as town, t.town_id, place.is_default, coalesce((
      select json_agg(json_build_object('label', p.label, 'phone', p.phone) order by p.position)
      from town_phone p where p.town_id = t.town_id
    ), '[]') as phones
    from place join town t using (town_id)
    order by place.narrow desc
    limit 1`);
}

/** Whether the address is inside the provider's network. */
export async function isLocal(tx: Tx, ip: string): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from town_network where network >>= ${ip}::inet) as found`);
  return found;
}
