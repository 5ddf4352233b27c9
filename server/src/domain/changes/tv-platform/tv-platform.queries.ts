import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { Day } from '@kabinet/contract/kernel/day';
import { programPriceOn } from '#server/domain/services/price/price-on.queries.ts';

export interface TvOwner {
  readonly userId: number;
  readonly contractId: number;
}

const OWNER = sql`u.user_id as "userId", u.contract_id as "contractId"`;
const IS_TV = sql`u.user_type = 'tv' and u.state <> 'closed'`;

/** The TV service of this number. */
export const tvOwner = (tx: Tx, userId: number): Promise<TvOwner | undefined> =>
  tx.maybe(sql`select ${OWNER} from service_user u where u.user_id = ${userId} and ${IS_TV}`);

/** The only TV service of a contract; undefined if it has several, because it is not known which is meant. */
const only = async (tx: Tx, contract: Sql): Promise<TvOwner | undefined> => {
  const found = await tx.rows<TvOwner>(sql`
    select ${OWNER} from service_user u where u.contract_id in (${contract}) and ${IS_TV} limit 2`);
  return found.length === 1 ? found[0] : undefined;
};

/** By the confirmed telephone of the contract, digits only. */
export const tvOwnerByPhone = (tx: Tx, phone: string): Promise<TvOwner | undefined> =>
  only(tx, sql`select contract_id from contact where kind = 'phone' and value = ${phone} and state = 'active'`);

/** Of the contract of an internet service. */
export const tvOwnerBeside = (tx: Tx, internetId: number): Promise<TvOwner | undefined> =>
  only(tx, sql`select contract_id from service_user where user_id = ${internetId}`);

export const balanceOfOwner = (tx: Tx, userId: number): Promise<{ balance: Kopecks } | undefined> =>
  tx.maybe(sql`
    select balance_kopecks as balance from account join service_user using (account_id) where user_id = ${userId}`);

export const priceOfProgram = (tx: Tx, programId: number, today: Day): Promise<{ price: Kopecks } | undefined> =>
  tx.maybe(
    sql`select ${programPriceOn(sql`p`, sql`${today}::date`)} as price from program p where program_id = ${programId}`,
  );
