import type { ImportRows } from '@kabinet/contract/staff';
import { rowKeyOf, take, type Arrival } from './arrival.ts';
import { allOptions } from './catalogue.queries.ts';
import { day, maybe, must, words } from './cells.ts';
import { paidDays } from './differences.ts';
import { paidTooFar, firstUnpaidDay } from './services.ts';
import { insertUserOptions, markPaid, importedOptionsOf, importedServicesOf } from './services.queries.ts';

const SERVICE_OPTION = { login: must(words(100)), option: must(words(100)), paid_through: maybe(day) };

export async function takeServiceOptions(arrival: Arrival, rows: ImportRows['serviceOptions']): Promise<void> {
  const { tx, today } = arrival;
  await take(arrival, {
    table: 'serviceOptions',
    rows,
    readers: SERVICE_OPTION,
    keyOf: ({ login, option }) => rowKeyOf(login, option),
    look: async (read) => {
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
      return ({ login, option, paid_through }) => {
        const service = services.get(login);
        if (!service) return { wrong: `услуги с логином «${login}» нет: добавьте её в services.csv` };
        const option_id = options.get(`${service.plan_id ?? 0} ${option}`);
        if (option_id === undefined) return { wrong: `у тарифа этой услуги нет опции «${option}»` };
        const same = known.get(`${service.user_id} ${option_id}`);
        if (same) return { known: { paid_through: paidDays(same, paid_through) } };
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
  });
}
