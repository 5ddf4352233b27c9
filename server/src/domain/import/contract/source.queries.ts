import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface Moving {
  readonly contract: number;
  readonly town: string;
}

const moveKey = ({ contract, town }: Moving): string => `${contract} ${town}`;

/** Says of which contracts the charging source would change with the town: a row does not do that by the way (decision 0292). */
export async function keptBySource(tx: Tx, rows: readonly Moving[]) {
  const differing = await tx.rows<Moving>(sql`
    select c.contract_id as contract, t.name as town
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ contract, town }) => ({ contract, town })))}::jsonb) as g (contract bigint, town text)
    join contract c on c.contract_id = g.contract join town t on t.name = g.town and t.town_id <> c.town_id
    where nearest_charging_source(c.contract_id, t.town_id) <> nearest_charging_source(c.contract_id, c.town_id)`);
  const keys = new Set(differing.map(moveKey));
  return (row: Moving): { wrong: string } | undefined =>
    keys.has(moveKey(row))
      ? {
          wrong: `в городе «${row.town}» начисляет не тот, кто начисляет договору: сначала charge own или charge external --contract_id=${row.contract}`,
        }
      : undefined;
}
