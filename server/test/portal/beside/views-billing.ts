import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { BillingDialect } from '#server/integrations/billing-views/line.ts';
import { BillingAway, type BillingViews } from '#server/integrations/billing-views/port.ts';
import { postgresBilling } from '#server/integrations/billing-views/postgres.ts';
import { viewsThrough } from '#server/integrations/billing-views/views.ts';
import { joinBilling } from '#server/domain/changes/outside/views/join-billing.ts';
import { cloneDatabase, databaseAt, dropDatabase, nameOf } from '../../database/database.ts';
import { BesideBilling } from './beside-billing.ts';

// Another billing whose database Kabinet reads by itself. Its columns are texts, so that a test can put anything into them.

const SCHEMA = `
create table balance (id bigint, account_no text, balance text, counted_to text default '0');
create table service (id bigint, login text, state text default 'active', until_day text, plan text);
create table charge (id bigint, account_no text, day text, text text, amount text);
create table payment (like charge);
create table booked (request_no bigint primary key, kind text, body jsonb, state text, reason text);
create view kabinet_balances as select * from balance;
create view kabinet_services as select * from service;
create view kabinet_charges as select * from charge;
create view kabinet_payments as select * from payment;
create function kabinet_book(no bigint, kind text, body jsonb) returns table (state text, reason text) language plpgsql as $$
begin
  if exists (select from booked b where b.request_no = no) then
    return query select b.state, b.reason from booked b where b.request_no = no;
    return;
  end if;
  if body ? 'sum_kopecks' then
    update balance b set balance = (b.balance::numeric + (body->>'sum_kopecks')::numeric / 100)::numeric(12, 2)::text, counted_to = no::text
    where b.account_no = body->>'account_no';
  elsif kind = 'plan' then
    update service s set plan = body->>'plan' where s.login = body->>'login';
  else
    insert into booked values (no, kind, body, 'refused', 'Это делает сотрудник. Позвоните в поддержку');
    return query select 'refused', 'Это делает сотрудник. Позвоните в поддержку';
    return;
  end if;
  insert into booked values (no, kind, body, case when found then 'confirmed' else 'refused' end,
    case when not found then 'Такого счёта у нас нет' end);
  return query select b.state, b.reason from booked b where b.request_no = no;
end $$;
insert into balance values (1, 'A-1', '100.00'), (2, 'A-2', '0'), (3, 'A-3', '0');
insert into service (id, login, plan) values (1, 'u1', 'Сто'), (2, 'u2', 'Сто');
insert into service (id, login, state, plan) values (3, 'u3', 'debt', 'Сто');`;

interface Interference {
  /** Before each statement there. */
  before?: (text: string) => Promise<void>;
  /** After each answer from there. */
  after?: (text: string) => Promise<void>;
}

export interface ViewsBilling {
  readonly beside: BesideBilling;
  /** Statements in the other database. */
  readonly there: (text: string) => Promise<Record<string, unknown>[]>;
  /** What happens to the connection. */
  readonly on: Interference;
  /** Joins it once. */
  readonly join: () => Promise<Date | undefined>;
  readonly views: BillingViews;
}

export async function openViewsBilling({ page = 1000 } = {}): Promise<ViewsBilling> {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, 'template0');
  const there = new pg.Pool({ connectionString: databaseAt(server, nameOf(url)), max: 2 });
  // Its database is dropped while a connection may still be closing.
  there.on('error', () => undefined);
  onTestFinished(async () => {
    await there.end();
    await dropDatabase(server, url);
  });
  await there.query(SCHEMA);
  const on: Interference = {};
  const views = viewsThrough('billing.example', disturbed(postgresBilling(url), on), page);
  const beside = await BesideBilling.open({ throughOutside: (outside) => ({ ...outside, billingViews: views }) });
  return {
    beside,
    on,
    views,
    there: async (text) => (await there.query<Record<string, unknown>>(text)).rows,
    join: () => joinBilling(beside.portal.world),
  };
}

const disturbed = (dialect: BillingDialect, on: Interference): BillingDialect => ({
  ...dialect,
  connect: async () => {
    await on.before?.('connect');
    const line = await dialect.connect();
    return {
      ...line,
      rows: async (...asked) => {
        await on.before?.(asked[0]);
        const rows = await line.rows(...asked);
        await on.after?.(asked[0]);
        return rows;
      },
    };
  },
});

/** As if the connection had broken. */
export const broken = () => Promise.reject(new BillingAway('connection reset'));
