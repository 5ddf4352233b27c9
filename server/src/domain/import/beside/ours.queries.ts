import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { contractId, phone, WrongCell } from '../cells.ts';
import type { NamedRow } from './row-key.ts';

/** Tables whose rows are of no contract. */
const CATALOGUE: readonly string[] = ['streets', 'houses', 'plans', 'options'] satisfies NamedRow['table'][];

const readOr = <T>(cell: string | undefined, read: (text: string) => T | WrongCell): T | null => {
  const value = read((cell ?? '').trim());
  return value instanceof WrongCell ? null : value;
};

/** Rows of contracts that we charge, or of new ones in towns that we charge: the other billing has no say in them. */
export async function rowsOfOurs<Row extends NamedRow>(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  const named = rows
    .map(({ table, cells }, place) => ({
      place,
      table: table as string,
      contract: readOr(cells['contract'], contractId),
      account: cells['account']?.trim() ?? null,
      login: cells['login']?.trim() ?? null,
      number: readOr(cells['number'], phone),
      town: table === 'contracts' ? (cells['town']?.trim() ?? null) : null,
    }))
    .filter(({ table }) => !CATALOGUE.includes(table));
  const ours = await tx.rows<{ place: number }>(sql`
    select g.place from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as g (place integer, contract bigint, account text, login text, number text, town text)
    left join contract c on c.contract_id = coalesce(
      (select contract_id from account where account_no = g.account), (select contract_id from service_user where login = g.login),
      (select p.contract_id from phone_number p where p.phone_number = g.number), g.contract)
    left join town t on t.name = g.town
    where case when c.contract_id is null then t.town_id is not null and nearest_charging_source(null, t.town_id) = 'own'
      else nearest_charging_source(c.contract_id, c.town_id) = 'own' end`);
  const places = new Set(ours.map(({ place }) => place));
  return rows.filter((_, place) => places.has(place));
}
