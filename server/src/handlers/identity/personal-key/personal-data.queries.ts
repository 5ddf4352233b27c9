import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

interface Account {
  readonly kind: 'i' | 't';
  readonly account_no: string;
  readonly balance: Kopecks;
  readonly credit_limit: Kopecks;
}

export const accountsOf = (tx: Tx, contractId: number): Promise<Account[]> =>
  tx.rows(sql`
    select kind, account_no, balance_kopecks as balance, credit_limit_kopecks as credit_limit
    from account where contract_id = ${contractId} order by kind`);

interface Service {
  readonly user_id: number;
  readonly user_type: string;
  readonly name: string;
  readonly state: string;
  readonly returns_on: Day | null;
  readonly plan: string | null;
}

export const servicesOf = (tx: Tx, contractId: number): Promise<Service[]> =>
  tx.rows(sql`
    select u.user_id, u.user_type, u.name, u.state, u.returns_on, p.name as plan
    from service_user u left join plan p using (plan_id)
    where u.contract_id = ${contractId} and u.state <> 'closed' order by u.user_id`);
