import { kopecks } from '@kabinet/contract/kernel/money';
import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import type { Database } from '#server/db/database.ts';
import type pg from 'pg';
import { markCharged } from '../../seeds/money/charged.ts';
import { START } from './start.ts';

/** A client for one test, with a fully known ledger. */
export interface ClientShape {
  readonly contractId?: number;
  /** Kopecks. */
  readonly balance?: number;
  readonly creditLimit?: number;
  /** Kopecks per `unit`, charged by the only plan. */
  readonly fee?: number;
  readonly unit?: 'month' | 'day';
  readonly blocked?: boolean;
  /** Whether to add an account `t` with a phone number, in the same state. */
  readonly telephone?: boolean;
}

export interface Client {
  readonly contractId: number;
  readonly accountId: number;
  readonly userId: number;
}

const PLAIN = { contractId: 200_001, balance: 0, creditLimit: 0, fee: 1179_00, unit: 'month' } as const;

/** Adds a client with the account `i` and one internet service, charged on the first of the month. */
export async function addClient({ db }: { db: Database }, shape: ClientShape = {}): Promise<Client> {
  const { contractId, balance, creditLimit, fee, unit, blocked, telephone } = { ...PLAIN, ...shape };
  const { pool } = db;
  await addContract(pool, contractId);
  const accountId = await addAccount(pool, contractId, 'i', creditLimit);
  if (balance !== 0) await open(db, accountId, balance, contractId);
  // A blocked client's credit limit has ended: the used part is the debt.
  if (blocked) await pool.query('update account set credit_limit_kopecks = 0 where account_id = $1', [accountId]);
  const planId = await idOf(
    pool,
    `insert into plan (service_kind, name, summary, price_kopecks, unit)
     values ('internet', 'Тест', '', $1, $2) returning plan_id as id`,
    [fee, unit],
  );
  const state = blocked ? ['blocked', 'debt'] : ['active', null];
  const userId = await idOf(
    pool,
    `insert into service_user
       (contract_id, account_id, user_type, name, login, address, state, reason, state_since, plan_id, opened_on)
     values ($1, $2, 'isg', 'Интернет дома', $3, '', $4, $5, $6, $7, '2025-01-01') returning user_id as id`,
    [contractId, accountId, `u${contractId}`, ...state, START, planId],
  );
  if (telephone) await addTelephone(pool, contractId, state);
  await charged(pool);
  return { contractId, accountId, userId };
}

/** Marks its days as charged up to today, as after a run. */
async function charged(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  await markCharged(client, dayIn('Europe/Samara', START));
  client.release();
}

async function addContract(pool: pg.Pool, contractId: number): Promise<void> {
  const townId = await idOf(
    pool,
    `insert into town (name) values ('Тестовый') on conflict (name) do update set name = excluded.name
     returning town_id as id`,
    [],
  );
  await pool.query(
    `insert into contract
       (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
     values ($1, 'Тестов Тест Тестович', 'Тест Тестович', 'Тестов Т. Т.', $2, '1', 1, '2025-01-01')`,
    [contractId, townId],
  );
}

const addAccount = (pool: pg.Pool, contractId: number, kind: 'i' | 't', creditLimit: number) =>
  idOf(
    pool,
    `insert into account (kind, contract_id, account_no, credit_limit_kopecks) values ($1, $2, $3, $4) returning account_id as id`,
    [kind, contractId, `${contractId}${kind}`, creditLimit],
  );

async function addTelephone(pool: pg.Pool, contractId: number, state: readonly (string | null)[]): Promise<void> {
  const accountId = await addAccount(pool, contractId, 't', 0);
  const planId = await idOf(
    pool,
    `insert into plan (service_kind, name, summary, price_kopecks) values ('telephone', 'Телефон', '', 25000) returning plan_id as id`,
    [],
  );
  await pool.query(
    `insert into phone_number (phone_number, contract_id, account_id, plan_id, state, reason, opened_on)
     values ('78482551122', $1, $2, $3, $4, $5, '2025-01-01')`,
    [contractId, accountId, planId, ...state],
  );
}

async function open(db: Database, accountId: number, amount: number, contractId: number): Promise<void> {
  await db.write(async (tx) => {
    const correction = await providerAccount(tx, 'correction');
    await post(tx, {
      kind: 'opening',
      reference: `opening:${contractId}`,
      day: '2026-11-01' as Day,
      happenedAt: new Date('2026-11-01T00:00:00Z'),
      entries: [
        { accountId, amount: kopecks(amount), text: amount < 0 ? 'Интернет «Тест»' : 'Остаток' },
        { accountId: correction, amount: kopecks(-amount), text: 'Остаток' },
      ],
    });
  });
}

async function idOf(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(text, [...values]);
  return Number(rows[0]?.id);
}

export async function balanceOf({ db }: { db: Database }, accountId: number): Promise<number> {
  const { rows } = await db.pool.query<{ balance: number }>(
    'select balance_kopecks as balance from account where account_id = $1',
    [accountId],
  );
  return Number(rows[0]?.balance);
}
