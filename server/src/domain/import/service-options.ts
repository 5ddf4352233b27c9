import type { ImportRows } from '@kabinet/contract/staff';
import { NAMED } from './refused.ts';
import { rowKeyOf, type Arrival } from './arrival.ts';
import { take } from './portions/take.ts';
import { allOptions } from './catalogue.queries.ts';
import { switchOptionsBeside } from './beside/service-end.ts';
import { day, flag, maybe, must, words } from './cells.ts';
import { changeFees } from './changed/changed-fees.ts';
import { paidDays } from './differences.ts';
import { unless } from './changed/merge.ts';
import { paidTooFar, firstUnpaidDay } from './services.ts';
import { insertUserOptions, markPaid, importedOptionsOf, importedServicesOf } from './services.queries.ts';

const SERVICE_OPTION = { login: must(words(100)), option: must(words(100)), is_off: flag, paid_through: maybe(day) };

export async function takeServiceOptions(arrival: Arrival, rows: ImportRows['serviceOptions']): Promise<void> {
  const { tx, today } = arrival;
  const fees = new Map<string, { account_id: number; user_id: number; what: string; sold_id: number }>();
  await take(arrival, {
    table: 'serviceOptions',
    rows,
    readers: SERVICE_OPTION,
    keyOf: ({ login, option }) => rowKeyOf(login, option),
    look: async (read) => {
      fees.clear();
      const services = new Map(
        (
          await importedServicesOf(
            tx,
            read.map(({ login }) => login),
          )
        ).map((one) => [one.login, one]),
      );
      const options = new Map((await allOptions(tx)).map((one) => [`${one.plan_id} ${one.name}`, one.option_id]));
      const users = [...services.values()].map(({ user_id }) => user_id);
      const known = new Map(
        (await importedOptionsOf(tx, users)).map((one) => [`${one.user_id} ${one.option_id}`, one]),
      );
      return ({ login, option, is_off, paid_through }) => {
        const service = services.get(login);
        if (!service)
          return {
            wrong: `услуги с логином «${login}» нет: добавьте её в services.csv`,
            lacks: [NAMED.service(login)],
          };
        const option_id = options.get(`${service.plan_id ?? 0} ${option}`);
        if (option_id === undefined) return { wrong: `у тарифа этой услуги нет опции «${option}»` };
        const same = known.get(`${service.user_id} ${option_id}`);
        const { user_id, account_id } = service;
        fees.set(rowKeyOf(login, option), {
          account_id,
          user_id,
          what: `${user_id}:option-${option_id}`,
          sold_id: option_id,
        });
        if (same) return { known: { is_off: [false, is_off], paid_through: paidDays(same, paid_through) } };
        if (is_off) return arrival.beside ? { known: {} } : { wrong: 'снятой опции в кабинете нет: уберите строку' };
        const wrong = paidTooFar(paid_through, today);
        if (wrong) return wrong;
        return { fresh: { user_id: service.user_id, account_id: service.account_id, option_id, paid_through } };
      };
    },
    insert: async (fresh) => {
      await insertUserOptions(tx, fresh);
      const paid = fresh.flatMap(({ user_id, account_id, option_id, paid_through }) =>
        firstUnpaidDay(paid_through).map((until) => ({
          account_id,
          what: `${user_id}:option-${option_id}`,
          sold_id: option_id,
          until,
        })),
      );
      await markPaid(tx, paid, today);
    },
    changes: {
      columns: {
        is_off: arrival.beside ? 'always' : { never: 'опцию снимают здесь' },
        paid_through: (row) => unless(paidTooFar(row.paid_through, today), 'on hold'),
      },
      write: async (changed) => {
        const switched = changed.flatMap(({ row: { login, option, is_off }, columns }) => {
          const fee = columns.includes('is_off') ? fees.get(rowKeyOf(login, option)) : undefined;
          return fee ? [{ user_id: fee.user_id, option_id: fee.sold_id, is_off }] : [];
        });
        await switchOptionsBeside(tx, switched, today);
        await changeFees(
          arrival,
          changed.flatMap(({ row: { login, option, paid_through }, columns }) => {
            const fee = fees.get(rowKeyOf(login, option));
            return fee ? [{ ...fee, paid_through, columns }] : [];
          }),
        );
      },
    },
  });
}
