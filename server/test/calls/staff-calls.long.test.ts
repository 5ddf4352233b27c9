import type { InjectOptions } from 'fastify';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { allCalls, contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { ACTING_ROLES, type ActingRole, type OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorCalls, operatorContract, staffCalls } from '@kabinet/contract/staff';
import { exampleOf } from '#server/http/api/example.ts';
import { wireSchema } from '#server/http/api/open-api.ts';
import { operatorOpenApi } from '#server/http/staff/staff-open-api.ts';
import { NO_NOTES, NO_BROWSER } from '#server/kernel/nobody.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { runCall } from '#server/kernel/call/run-call.ts';
import { withoutTransaction, type AnyHandler, type Portal, type RawInput } from '#server/kernel/world.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { handlerOf } from '../../src/handlers/handler-of.ts';
import { operatorHandlerOf } from '../../src/handlers/staff/handler-of.ts';
import { commandsPage } from '../../src/operator/commands-page.ts';
import { importPage } from '../../src/operator/import-page.ts';
import { breakRows } from '../database/broken.ts';
import { addClient, balanceOf } from '../portal/client.ts';
import { TERMINAL } from '../portal/payment-agents.ts';
import { testPortal } from '../portal/portal.ts';

// All tests are generated from the table of the operator's calls, so a new call needs no new line here.

const title = ({ command }: OperatorCall) => command.words;
const CHANGES = operatorCalls.filter(({ effect }) => effect === 'change');
const READS = operatorCalls.filter(({ effect }) => effect === 'read');

/** Valid input for a call, if the examples of its schemas are refused. */
const NEEDED: Readonly<Record<string, object>> = {
  'charge run': {},
  'autopayment run': {},
  search: { q: 'тестов' },
  'network had': { address: '10.84.1.7', at: '20.11.2026 14:00' },
  card: { contract_id: 200_001 },
  'card day': { contract_id: 200_001, on: '2026-11-19' },
  timeline: { contract_id: 200_001 },
  unmask: { contract_id: 200_001, kind: 'name', reason: 'Проверка' },
  'contract balance': { contract_id: 200_001 },
  'contract reset-password': { contract_id: 200_001 },
  'consents list': { contract_id: 200_001 },
  'notice send': { contract_id: 200_001, title: 'Внимание', text: 'Завтра работы на линии' },
  'payment post': { account_no: '200001i', amount: '100', document: '7', text: 'Оплата в офисе' },
  'payment undo': { transaction_id: 999_999, reason: 'Ошибка кассира' },
  'desks add': { name: 'Касса 1', place: 'Ленина, 40' },
  'shift open': { desk_id: '1', counted: '5000' },
  'shift x': {},
  'shift safe': { amount: '100' },
  'shift close': { counted: '5000' },
  'shift show': { shift_id: '999' },
  'shift settle': { shift_id: '999', note: 'Забыли провести сдачу' },
  'line show': { contract_id: 200_001, entry_id: 999_999 },
  'payments settle': { notification_id: 999_999, how: 'returned' },
  'payments sbp': { account_no: '200001i', amount: '100' },
  'cash take': { account_no: '200001i', amount: '100' },
  'cash undo': { transaction_id: 999_999, reason: 'Ошибка кассира' },
  'cash receipt': { transaction_id: 999_999 },
  'desk payer': { account_no: '200001i' },
  'debtors list': {},
  'debtors export': {},
  'reports lines': { side: 'charged' },
  'debtors remind': { contracts: ['200001'] },
  'ledger lines': { account_no: '200001i' },
  'agents reconcile': { agent: 'volga', day: '2026-11-19', rows: [] },
  'prices preview': { kind: 'plan', id: 1, from: '2026-12-05', price: '5000' },
  'prices plan': { kind: 'plan', id: 1, from: '2026-12-05', price: '5000' },
  'orders list': {},
  'incidents places': {},
  'orders form': { contract_id: 200_001 },
  'orders file': { contract_id: 200_001, goal_id: 1, text: 'Нет интернета', phone: '79270001122', name: 'Анна' },
  'orders answer': { order_id: '999999', name: 'Анна', text: 'Сделаем' },
  'orders coming': { order_id: '999999', at: '2026-11-20 18:00', name: 'Игорь' },
  'slots add': { town: 'Тестовый', master: 'Игорь', from: '2026-11-24 14:00', to: '2026-11-24 16:00' },
  'goals add': { name: 'Смена роутера', question: 'Какой роутер стоит' },
  'goals change': { goal_id: 999 },
  'goals retire': { goal_id: 999 },
  'incidents publish': { cause: 'Обрыв кабеля', town: 'Тестовый' },
  'incidents plan': { incident_id: 1, until: '2026-11-24 14:00' },
  'incidents end': { incident_id: 1 },
  'plan list': { user_id: 999_999 },
  'network profile-plan': { plan_id: 999_999 },
  'network profile-option': { option_id: 999_999 },
  'network line': { user_id: 999_999 },
  'network lines': {},
  'network passwords': {},
  'network ports': { contract_id: 200_001 },
  'service connect': { user_id: 999_999 },
  'session show': { contract_id: 200_001, user_id: 999_999 },
  'network templates': {},
  'network state': {},
  'network differs': {},
  'network online': { contract_id: 999_999 },
  'network free-addresses': { network: '203.0.113.0/28' },
  'network nas-add': { ip: '10.0.0.1', kind: 'mikrotik', name: 'BRAS 1', secret: 'a-shared-secret' },
  'network nas-edit': { nas_id: 999_999 },
  'network nas-remove': { nas_id: 999_999 },
  'network template-add': { kind: 'mikrotik', when: 'open', attribute: 'Framed-MTU', value: '1492' },
  'network template-remove': { template_id: 999_999 },
  'session end': { user_id: 999_999 },
  'plan change': { user_id: 999_999, plan_id: 1 },
  'plan cancel': { user_id: 999_999 },
  'service block': { user_id: 999_999, reason: 'По просьбе владельца дома' },
  'service unblock': { user_id: 999_999 },
  'number block': { phone_number: '78480000000', reason: 'По просьбе владельца дома' },
  'number unblock': { phone_number: '78480000000' },
  'service prices': { contract_id: 200_001 },
  'service price': {
    contract_id: 200_001,
    user_id: 999_999,
    percent: 20,
    last_day: '2026-12-31',
    reason: 'Долгий ремонт',
  },
  'service price-end': { individual_price_id: 999_999, reason: 'Ошиблись' },
  'device bind': { user_id: 999_999 },
  'catalogue add': { kind: 'program', name: 'Мастер дома', price: '99', service: 'contract' },
  'catalogue edit': { kind: 'plan', id: '99999', name: 'Волга 700' },
  'catalogue archive': { kind: 'plan', id: '99999' },
  'catalogue restore': { kind: 'plan', id: '99999' },
  'rates list': {},
  'rates plan': { plan_id: '99999', zone: 'home', direction: 'out', from: '2027-02-01', price: '2' },
  'packages add': { plan_id: '99999', name: 'Домашние', minutes: '60', zones: 'home' },
  'packages end': { package_id: '99999' },
  'zones edit': { zone: 'moon', name: 'Луна' },
  'town edit': { town_id: '99999', name: 'Новый' },
  'street edit': { street_id: '99999', name: 'Новая' },
  'street merge': { street_id: '99999', into: '99998' },
  'house edit': { street_id: '99999', house: '7', served: 'yes' },
  'login unlock': { user_id: 999_999 },
  'promise give': { account_no: '200001i' },
  'payment link': { contract_id: 200_001, amount: '500' },
  'note add': { contract_id: 200_001, text: 'Звонить после шести' },
  'charge once': { account_no: '200001i', amount: '1000', text: 'Выезд мастера', document: '8' },
  'charge correct': { transaction_id: 999_999, reason: 'Мастер не приехал' },
  'contract open': { name: 'Новиков Пётр Ильич', town: 'Тестовый', house: '7', plan_id: 1 },
  'contract edit': { contract_id: 200_001, document: 'Паспорт', name: 'Тестов Тест' },
  'contract move': { contract_id: 200_001, document: 'Заявление', town: 'Тестовый', house: '77' },
  'contract hand-over': { contract_id: 200_001, document: 'Заявление', name: 'Новиков Пётр' },
  'contract document': {
    contract_id: 200_001,
    kind: 'passport',
    series: '3604',
    number: '573914',
    issued_by: 'ОВД',
    issued_on: '2004-05-17',
    born_on: '1984-04-12',
    registered_at: 'Тестовый, 7',
  },
  'contract documents': { contract_id: 200_001 },
  'search document': { number: '3604573914' },
  'contract split': { contract_id: 200_001, document: 'Заявление', services: [999_999] },
  'contract join': { contract_id: 200_001, into_contract_id: 999_999, document: 'Заявление' },
  'contract contact': { contract_id: 200_001, document: 'Паспорт', phone: '79270001122' },
  'contract contact-confirm': { contract_id: 200_001, kind: 'phone', code: '123456' },
  'contract close': { contract_id: 200_001 },
  'contract reopen': { contract_id: 200_001 },
  'staff add': { login: 'olga', roles: ['admin'] },
  'staff roles': { login: 'olga', roles: ['cashier'] },
  'keys add': { name: '1С', calls: ['payment post'], networks: ['10.0.0.0/8'], until: '2027-01-01' },
  'campaign send': { kind: 'service', title: 'Работы на линии', text: 'Ночью на час пропадёт интернет' },
  'campaign test': { title: 'Работы на линии', text: 'Ночью на час', email: 'me@example.com' },
  'campaign stop': { campaign_id: '999' },
  'payments refund': { payment_id: '0191d3c0-0000-7000-8000-000000000001' },
  'transfers assign': { transfer_id: '999', account_no: '200001i' },
  'transfers undo': { transfer_id: '999', reason: 'Не тот договор' },
  'inbox defer': { kind: 'transfer', until: '2026-11-27', note: 'Ждём выписку' },
  'texts check': { texts: [] },
  'texts load': { texts: [] },
  'webhooks add': { name: 'Учёт', url: 'https://example.ru/kabinet' },
  'webhooks rotate': { webhook_id: 999 },
  'webhooks pause': { webhook_id: 999 },
  'webhooks resume': { webhook_id: 999 },
  'webhooks remove': { webhook_id: 999 },
  'webhooks replay': { webhook_id: 999 },
  'webhooks again': { webhook_id: 999 },
  'billing balances': { rows: [{ account_no: '200001i', version: 1, balance: '-10.50' }] },
  'billing services': { rows: [{ login: 'u1', version: 1, state: 'debt' }] },
  'billing tables': { tables: { contracts: [] } },
  'charge own': {},
  'charge external': {},
  'charge shadow-accept': { kind: 'rounding', until: '2026-12-31', reason: 'Там округляют вниз' },
  'billing answer': { request_no: 999, state: 'confirmed' },
  'import check': { tables: {} },
  'import load': { tables: {} },
  'calls import': {
    header: ['accountcode', 'src', 'dst', 'start', 'billsec', 'disposition', 'uniqueid', 'linkedid', 'sequence'],
    records: [],
  },
};

/** Calls that find nothing to change on an empty portal. */
const REFUSED: Readonly<Record<string, string>> = {
  'charge rehearse': 'charging_begun',
  'network profile-plan': 'catalogue_unknown',
  'network profile-option': 'catalogue_unknown',
  'network line': 'service_unknown',
  'network nas-edit': 'nas_unknown',
  'network nas-remove': 'nas_unknown',
  'network template-remove': 'template_unknown',
  'charge begin': 'charging_begun',
  'charge external': 'charging_begun',
  'charge correct': 'charge_unknown',
  'payment undo': 'cash_unknown',
  'shift open': 'person_needed',
  'shift safe': 'person_needed',
  'shift close': 'person_needed',
  'cash take': 'person_needed',
  'cash undo': 'person_needed',
  'shift x': 'person_needed',
  'shift show': 'shift_unknown',
  'shift settle': 'finding_not_open',
  'line show': 'charge_unknown',
  'payments settle': 'finding_not_open',
  'campaign stop': 'campaign_over',
  'cash receipt': 'cash_unknown',
  desk: 'person_needed',
  'payments cancel': 'payment_not_cancellable',
  'payments refund': 'refund_refused',
  'payments reconcile': 'bad_input',
  'payments dismiss': 'finding_not_open',
  'agents dismiss': 'finding_not_open',
  'receipts retry': 'receipt_not_failed',
  'prices withdraw': 'price_not_coming',
  'transfers assign': 'transfer_unknown',
  'transfers undo': 'transfer_unknown',
  'inbox defer': 'nothing_waits',
  'inbox resume': 'nothing_waits',
  'outbox retry': 'effect_not_failed',
  'webhooks rotate': 'webhook_unknown',
  'webhooks pause': 'webhook_unknown',
  'webhooks resume': 'webhook_unknown',
  'webhooks replay': 'webhook_unknown',
  'webhooks remove': 'webhook_unknown',
  'webhooks again': 'webhook_unknown',
  'billing balances': 'charging_own',
  'billing services': 'charging_own',
  'billing tables': 'charging_own',
  'billing answer': 'charging_own',
  'jobs retry': 'job_not_failed',
  'contract move': 'change_not_allowed',
  'contract hand-over': 'change_not_allowed',
  'contract split': 'service_unknown',
  'contract join': 'contract_unknown',
  'service connect': 'service_unknown',
  'session show': 'not_found',
  'plan list': 'service_unknown',
  'plan change': 'service_unknown',
  'plan cancel': 'service_unknown',
  'service block': 'service_unknown',
  'service unblock': 'service_unknown',
  'number block': 'service_unknown',
  'number unblock': 'service_unknown',
  'service price': 'service_unknown',
  'service price-end': 'service_unknown',
  'session end': 'service_unknown',
  'catalogue edit': 'catalogue_unknown',
  'catalogue archive': 'catalogue_unknown',
  'catalogue restore': 'catalogue_unknown',
  'rates plan': 'catalogue_unknown',
  'rates withdraw': 'rate_not_coming',
  'packages add': 'catalogue_unknown',
  'packages end': 'catalogue_unknown',
  'zones edit': 'zone_unknown',
  'houses list': 'place_unknown',
  'town edit': 'place_unknown',
  'street edit': 'place_unknown',
  'street merge': 'place_unknown',
  'house edit': 'place_unknown',
  'device bind': 'service_unknown',
  'login unlock': 'service_unknown',
  'contract contact-confirm': 'code_wrong',
  'contract close': 'balance_left',
  'contract reopen': 'change_not_allowed',
  'texts reset': 'text_not_own',
  'goals change': 'goal_unknown',
  'goals retire': 'goal_unknown',
  'incidents show': 'incident_unknown',
  'orders show': 'order_unknown',
  'orders answer': 'order_unknown',
  'orders ask': 'order_unknown',
  'orders assign': 'order_unknown',
  'orders start': 'order_unknown',
  'orders close': 'order_unknown',
  'orders file': 'goal_unknown',
  'orders hold': 'person_needed',
  'orders release': 'person_needed',
  'orders add-file': 'order_unknown',
  'orders open-file': 'order_unknown',
  'orders arrived': 'order_unknown',
  'orders visit': 'order_unknown',
  'orders coming': 'order_unknown',
  'requests take': 'request_unknown',
  'requests finish': 'request_unknown',
};

function rawOf(call: OperatorCall): RawInput {
  const given = (part: 'query' | 'body') => {
    const needed = NEEDED[title(call)];
    const known = Object.keys(call[part].shape);
    if (needed) return Object.fromEntries(Object.entries(needed).filter(([name]) => known.includes(name)));
    return exampleOf(wireSchema(call[part]));
  };
  return { query: given('query'), body: given('body') };
}

async function office() {
  const opened = await testPortal({ template: 'empty', agents: TERMINAL });
  const { world, pool } = opened;
  const client = await addClient(world);
  const portal: Portal = { world, handlerOf: operatorHandlerOf(TERMINAL), identify, isConfirmed };
  const as = (role: ActingRole) => ({ ...NO_BROWSER, operator: { kind: 'operator' as const, name: 'Анна', role } });
  return {
    world,
    pool,
    inject: (request: InjectOptions) => opened.inject(request),
    tokenOf: (who: number | 'guest') => opened.tokenOf(who),
    portal,
    ask: (call: OperatorCall, role: ActingRole, raw = rawOf(call)) => runCall(portal, call, raw, as(role), NO_NOTES),
    /** The code of a refusal; undefined if there is none. */
    refusalOf: (asked: Promise<unknown>) =>
      asked.then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Problem) return error.code;
          throw error;
        },
      ),
    balance: () => balanceOf(world, client.accountId),
    /** The rows of the audit trail since the last query. */
    rows: async () => {
      const { rows } = await pool.query<Record<string, unknown>>(
        'select operator, role, call, input, outcome, problem from operator_action order by action_id',
      );
      await pool.query('alter table operator_action disable trigger all');
      await pool.query('delete from operator_action');
      await pool.query('alter table operator_action enable trigger all');
      return rows;
    },
  };
}

describe('the table', () => {
  test('has each command and each address once, and its arguments are fields of its schemas', () => {
    expect(new Set(operatorCalls.map(title)).size).toBe(operatorCalls.length);
    expect(new Set(operatorCalls.map(({ path }) => path)).size).toBe(operatorCalls.length);
    for (const call of operatorCalls) {
      const { arguments: named = {}, options = {}, help } = call.command;
      const typed = Object.keys({ ...named, ...options });
      const parts = [call.params, call.query, call.body];
      const known = parts.flatMap((part) => Object.keys(part.shape as object));
      expect
        .soft(
          typed.filter((name) => !known.includes(name)),
          title(call),
        )
        .toEqual([]);
      expect.soft(help, title(call)).toMatch(/^[а-я]/);
    }
  });

  test('is described: the document of the staff’s API names each call once', () => {
    const { paths } = operatorOpenApi() as unknown as { paths: Record<string, object> };
    const described = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(described).toHaveLength(staffCalls.length);
  });

  test('matches the page of commands, docs/operator.ru.md (npm run docs)', async () => {
    expect(await readFile(new URL('../../../docs/operator.ru.md', import.meta.url), 'utf8')).toBe(commandsPage());
  });

  test('matches the page of imports, docs/import.ru.md (npm run docs)', async () => {
    expect(await readFile(new URL('../../../docs/import.ru.md', import.meta.url), 'utf8')).toBe(importPage());
  });

  test.each(operatorCalls.map((call) => ({ words: title(call), call })))(
    'has examples that match: $words',
    ({ call }) => {
      for (const part of ['params', 'query', 'body', 'result'] as const) {
        const { error } = z.safeDecode(call[part] as z.ZodType, exampleOf(wireSchema(call[part])));
        expect(error?.issues ?? [], part).toEqual([]);
      }
    },
  );
});

test('each call accepts the roles that it names and the server, and refuses the others', async () => {
  const { ask, refusalOf, rows } = await office();
  for (const call of operatorCalls) {
    for (const role of ACTING_ROLES) {
      const isAllowed = role === 'server' || (role === 'program' ? call.everybody === true : call.roles.includes(role));
      const refusal = await refusalOf(ask(call, role));
      const name = `${title(call)} by ${role}`;
      expect.soft(refusal === 'role_not_allowed', name).toBe(!isAllowed);
      const noted = (await rows()).filter(({ problem }) => problem === 'role_not_allowed');
      expect.soft(noted.length, name).toBe(!isAllowed && call.effect === 'change' ? 1 : 0);
    }
  }
});

test('each change, and each search, leaves one row with its result; another read leaves none', async () => {
  const { ask, refusalOf, rows } = await office();
  for (const call of operatorCalls) {
    const refusal = await refusalOf(ask(call, 'server'));
    expect.soft(refusal, title(call)).toBe(REFUSED[title(call)]);
    const ended = refusal === undefined ? { outcome: 'done', problem: null } : { outcome: 'refused', problem: refusal };
    const row = { operator: 'Анна', role: 'server', call: title(call), ...ended };
    const left = await rows();
    if (call.effect === 'read' && !call.noted) expect.soft(left, title(call)).toEqual([]);
    else expect.soft(left, title(call)).toEqual([{ ...row, input: expect.any(Object) as object }]);
  }
});

describe('the row of a change', () => {
  const post = operatorContract.office.post;

  test('is committed and rolled back with the change', async () => {
    const { pool, ask, balance } = await office();
    await breakRows(pool, 'operator_action', 'true');
    await expect(ask(post, 'cashier')).rejects.toThrow('broken row');
    expect(await balance()).toBe(0);
  });

  test('records an unexpected failure', async () => {
    const { pool, ask, rows } = await office();
    await breakRows(pool, 'ledger_transaction', 'true');
    await expect(ask(post, 'cashier')).rejects.toThrow('broken row');
    expect(await rows()).toMatchObject([{ call: 'payment post', role: 'cashier', outcome: 'failed', problem: null }]);
  });

  test('exists before work of several transactions begins', async () => {
    const { portal, pool, ask, rows } = await office();
    const seen: unknown[] = [];
    const look = withoutTransaction<Call>(async () => {
      const { rows: now } = await pool.query<object>('select call, outcome, ended_at from operator_action');
      seen.push(...now);
      throw new Problem('payment_not_cancellable');
    });
    Object.assign(portal, { handlerOf: () => look as AnyHandler });
    await expect(ask(operatorContract.payments.cancel, 'server')).rejects.toThrow(Problem);
    expect(seen).toEqual([{ call: 'payments cancel', outcome: 'begun', ended_at: null }]);
    expect(await rows()).toMatchObject([{ outcome: 'refused', problem: 'payment_not_cancellable' }]);
  });

  test('stores the request, a table as its size and hash', async () => {
    const { ask, rows } = await office();
    await ask(post, 'cashier');
    const statement = Array.from({ length: 50 }, (_, line) => ({
      line,
      day: 'завтра',
      amount: '',
      document: '',
      payer: '',
      purpose: '\0\uD800',
    }));
    await ask(operatorContract.transfers.import, 'accountant', { body: { rows: statement } });
    const kept = (await rows()).map(({ input }) => input);
    expect(kept).toEqual([
      { account_no: '200001i', amount: '100', document: '7', text: 'Оплата в офисе' },
      { rows: { size: 50, sha256: expect.stringMatching(/^[\da-f]{64}$/) as string } },
    ]);
  });

  test('cannot be changed once it has its result, nor deleted', async () => {
    const { pool, ask } = await office();
    await ask(post, 'cashier');
    for (const change of [
      `update operator_action set operator = 'другой'`,
      `update operator_action set outcome = 'refused', problem = 'x'`,
      'delete from operator_action',
      'truncate operator_action',
    ]) {
      await expect(pool.query(change), change).rejects.toThrow();
    }
  });
});

test('long work reports its progress', async () => {
  const { portal } = await office();
  const heard: unknown[] = [];
  const notes = { ...NO_NOTES, progress: (progress: object) => void heard.push(progress) };
  const operator = { kind: 'operator', name: 'Анна', role: 'accountant' } as const;
  await runCall(portal, operatorContract.ledger.verify, {}, { ...NO_BROWSER, operator }, notes);
  expect(heard).toContainEqual({
    of: 'accounts',
    done: expect.any(Number) as number,
    all: expect.any(Number) as number,
  });
});

test('a read has one read-only transaction, in which PostgreSQL refuses to write; but one counts what was exported, one waits for the store of files, one numbers events first', () => {
  const handler = operatorHandlerOf([]);
  expect(READS.filter((call) => handler(call).ownTransactions).map(title)).toEqual([
    'debtors export',
    'events list',
    'orders open-file',
  ]);
  expect(CHANGES.length).toBeGreaterThan(15);
});

describe('nobody else can make an operator’s call', () => {
  test('HTTP has no such address until somebody of the staff is added, then asks who it is', async () => {
    const { inject, pool, world, tokenOf } = await office();
    await addClient(world, { contractId: 200_002 });
    const tokens = [undefined, await tokenOf('guest'), await tokenOf(200_001)];
    const statusOf = async (call: OperatorCall, token: string | undefined) => {
      const reply = await inject({
        method: call.method,
        url: `/api${call.path}`,
        headers: { 'sec-fetch-site': 'same-origin', ...(token && { authorization: `Bearer ${token}` }) },
        ...(call.method !== 'GET' && { payload: rawOf(call).body as object }),
      });
      return reply.statusCode;
    };
    for (const call of operatorCalls) expect.soft(await statusOf(call, tokens[2]), title(call)).toBe(404);
    await pool.query(
      `insert into staff_person (login, name, roles, added_at) values ('olga', 'Ольга', '{admin}', now())`,
    );
    for (const call of operatorCalls) {
      for (const token of tokens) expect.soft(await statusOf(call, token), title(call)).toBe(401);
    }
    expect((await pool.query('select from operator_action')).rowCount).toBe(0);
  });

  test("a subscriber's or guest's token makes nobody an operator", async () => {
    const { portal, refusalOf, tokenOf } = await office();
    const tokens = [undefined, await tokenOf('guest'), await tokenOf(200_001)];
    for (const call of operatorCalls) {
      for (const token of tokens) {
        const asked = runCall(portal, call, rawOf(call), { ...NO_BROWSER, token }, NO_NOTES);
        expect.soft(await refusalOf(asked), title(call)).toBe('unauthorized');
      }
    }
  });

  test('no other call can run one inside itself, and no table of HTTP has one', async () => {
    const { portal, refusalOf, tokenOf } = await office();
    const facts = { ...NO_BROWSER, token: await tokenOf(200_001) };
    for (const call of operatorCalls) {
      const asking: AnyHandler = (_, scope) =>
        (scope as { ask(inner: Call, raw: RawInput): Promise<unknown> }).ask(call, rawOf(call));
      const within: Portal = { ...portal, handlerOf: (one) => (one === call ? portal.handlerOf(one) : asking) };
      const asked = runCall(within, contract.internetContract.get, {}, facts, NO_NOTES);
      expect.soft(await refusalOf(asked), title(call)).toBe('unauthorized');
      expect.soft(() => handlerOf(call), title(call)).toThrow('Not a call of this table');
    }
    expect(allCalls.filter(({ access }) => access === 'operator')).toEqual([]);
  });
});
