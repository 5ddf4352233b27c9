import { MariaDb } from '../beside/mariadb.ts';
import { sumsOf, type OtherBilling } from '../beside/other-billing.ts';

const ROWS = `
  insert into tarif_plans (tp_id, id, name, module) values (10, 1, 'Сто', 'Internet'), (20, 2, 'Двести', 'Internet');
  insert into bills (id, deposit, uid, registration) values (1, 100, 1, '2020-02-01'), (2, 200.5, 2, '2020-02-01'), (3, 300, 3, '2020-02-01');
  insert into users (uid, id, bill_id) values (1, 'u1', 1), (2, 'u2', 2), (3, 'u3', 3);
  insert into internet_main (id, uid, tp_id) values (1, 1, 10), (2, 2, 10), (3, 3, 10);`;

/** What ABillS itself writes when a service is turned. */
const TURNED = { active: [0, 0], debt: [0, 5], operator: [1, 0] } as const;

/** ABillS on Debian's MariaDB: its tables, and the file that a provider loads. */
export async function openAbills(): Promise<OtherBilling> {
  const server = await MariaDb.open({
    own: 'abills',
    joined: 'abills',
    schema: new URL('schema.sql', import.meta.url),
    files: [new URL('../../deploy/billing/abills.sql', import.meta.url)],
  });
  await server.run(ROWS);
  return {
    server,
    balances: async () => sumsOf((await server.rows('select round(deposit * 100) from bills order by id')).map(Number)),
    charge: (account, sum, text) =>
      server.run(`update bills set deposit = deposit - ${sum} where id = ${account};
        insert into fees (sum, dsc, uid, bill_id) values (${sum}, '${text}', ${account}, ${account})`),
    deposit: (account, sum, text) =>
      server.run(`update bills set deposit = deposit + ${sum} where id = ${account};
        insert into payments (sum, dsc, uid, bill_id) values (${sum}, '${text}', ${account}, ${account})`),
    turn: (service, state) => {
      const [user, internet] = TURNED[state];
      return server.run(`update users set disable = ${user} where uid = ${service};
        update internet_main set disable = ${internet} where id = ${service}`);
    },
    booked: async () => {
      const marks = await server.rows(
        `select substring(inner_describe, 9) from payments where inner_describe like 'kabinet:%' order by id`,
      );
      return marks.map(Number);
    },
    work: () => Promise.resolve(),
  };
}
