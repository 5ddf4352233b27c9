import type pg from 'pg';
import { callPrice, type SimCatalogue } from './catalogue.ts';
import type { SimClient } from './provider.ts';

/** The clients and the catalogue of a database that has lived already. */
export async function readProviderOf(pool: pg.Pool): Promise<{ clients: SimClient[]; catalogue: SimCatalogue }> {
  const read = async <Row extends pg.QueryResultRow>(text: string) => (await pool.query<Row>(text)).rows;
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const plans = await read<{ id: number; kind: string }>(
    'select plan_id as id, service_kind as kind from plan where not is_archived order by plan_id',
  );
  const options = await read<{ id: number; plan: number }>(
    'select option_id as id, plan_id as plan from plan_option order by option_id',
  );
  const programs = await read<{ id: number; kind: string; isStarter: boolean; isAlone: boolean }>(
    `select program_id as id, service_kind as kind, plan_id is not null as "isStarter",
       not exists (select from program_pair where p.program_id in (program_id, other_id)) as "isAlone"
     from program p order by program_id`,
  );
  const [mail] = await read<{ domain: string }>(
    'select domain from mail_domain where contract_id is null and exists (select from mail_plan) order by domain',
  );
  const [island] = await read(`select from call_zone where zone = 'island'`);
  const ofKind = (of: typeof programs, one: string) => ids(of.filter(({ kind }) => kind === one));
  const switched = programs.filter(({ isStarter }) => !isStarter);
  const alone = switched.filter(({ isAlone }) => isAlone);
  const clients = await read<SimClient>(`
    select contract_id as "contractId",
      (select json_agg(json_build_object('accountId', account_id, 'no', account_no, 'kind', kind) order by kind)
        from account a where a.contract_id = c.contract_id) as accounts,
      (select json_agg(json_build_object('userId', user_id, 'accountId', u.account_id, 'kind', p.service_kind) order by user_id)
        from service_user u join plan p using (plan_id) where u.contract_id = c.contract_id and u.state <> 'closed') as services,
      (select coalesce(json_agg(phone_number order by phone_number), '[]')
        from phone_number n where n.contract_id = c.contract_id and n.state <> 'closed') as numbers
    from contract c where state = 'active' and exists (select from service_user u where u.contract_id = c.contract_id)
    order by contract_id`);
  return {
    clients,
    catalogue: {
      plans: Object.fromEntries([...Map.groupBy(plans, ({ kind }) => kind)].map(([kind, of]) => [kind, ids(of)])),
      optionsOf: new Map([...Map.groupBy(options, ({ plan }) => plan)].map(([plan, of]) => [plan, ids(of)])),
      // Only for a provider that a seed has made.
      ...(island && { callPrice }),
      ...(mail && { mailDomain: mail.domain }),
      userPrograms: ofKind(alone, 'tv'),
      contractPrograms: ofKind(alone, 'contract'),
      switched: {
        userPrograms: ofKind(switched, 'tv'),
        contractPrograms: ofKind(switched, 'contract'),
        starters: ids(programs.filter(({ isStarter }) => isStarter)),
      },
    },
  };
}
