import { expect, test } from 'vitest';
import { OPERATOR_ROLES, type OperatorCall, type OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { operatorContract } from '@kabinet/contract/staff';
import { rowsOf } from './expected-roles.ts';

// What each of the provider's people may do, written a second time and by hand (decision 0185). It must not be made from the calls,
// which it judges. `staff-calls.test.ts` proves that the server refuses whoever a call does not name.
//
// - A cashier takes cash and talks with who stands before the desk: sees accounts and prices, books a visit, gives a new password.
// - An accountant keeps the books: banks, transfers, corrections, refunds, prices. He takes no cash himself: who counts it does not
//   book it. Orders and failures he sees.
// - An engineer runs the network, the jobs, orders and visits. He moves no money, beyond running jobs that do it by rule, and sets
//   neither goals nor texts, which are promises of the provider.
// - An admin is the command line on the server, which stands above roles.

const TABLE = `
  call                      cashier  accountant  engineer  admin

  search.find               may      may         may       may
  card.show                 may      may         may       may
  timeline.read             may      may         may       may

  ledger.lines              may      may         may       may
  ledger.verify             -        may         may       may

  charging.rehearse         -        may         may       may
  charging.begin            -        may         -         may
  charging.run              -        may         may       may
  charging.status           -        may         may       may
  charging.once             -        may         -         may
  charging.correct          -        may         -         may

  payments.list             may      may         may       may
  payments.cancel           may      may         may       may
  payments.surplus          -        may         -         may
  payments.mismatch         -        may         -         may

  autopayment.run           -        may         may       may

  receipts.failed           may      may         -         may
  receipts.retry            may      may         -         may

  refunds.order             -        may         -         may
  refunds.list              -        may         -         may

  reconciliation.run        -        may         -         may
  reconciliation.findings   -        may         -         may
  reconciliation.dismiss    -        may         -         may

  paymentAgents.reconcile   -        may         -         may
  paymentAgents.conflicts   -        may         -         may

  transfers.import          -        may         -         may
  transfers.unknown         may      may         -         may
  transfers.assign          -        may         -         may

  office.post               may      -           -         may
  office.undo               may      -           -         may

  outbox.list               -        -           may       may
  outbox.retry              -        -           may       may
  jobs.failed               -        -           may       may
  jobs.retry                -        -           may       may
  network.check             -        -           may       may

  calls.import              -        -           may       may
  calls.held                -        -           may       may
  calls.differing           -        -           may       may
  calls.retry               -        -           may       may

  prices.list               may      may         may       may
  prices.preview            -        may         -         may
  prices.plan               -        may         -         may
  prices.withdraw           -        may         -         may

  contracts.balance         may      may         may       may
  contracts.resetPassword   may      -           -         may
  contracts.notify          may      -           may       may
  contracts.news            -        -           -         may

  imports.check             -        -           -         may
  imports.load              -        -           -         may

  consents.list             may      -           -         may
  consents.export           -        -           -         may
  consents.requests         -        -           -         may

  services.connect          -        -           may       may
  serviceKey.forget         -        -           -         may

  orders.list               -        may         may       may
  orders.show               -        may         may       may
  orders.answer             -        -           may       may
  orders.ask                -        -           may       may
  orders.assign             -        -           may       may
  orders.start              -        -           may       may
  orders.close              -        -           may       may
  orders.visit              may      -           may       may
  orders.coming             may      -           may       may
  orders.slots              may      -           may       may
  orders.addSlot            -        -           may       may
  orders.requests           -        may         may       may
  orders.take               -        -           may       may
  orders.finish             -        -           may       may

  goals.list                -        -           may       may
  goals.add                 -        -           -         may
  goals.change              -        -           -         may
  goals.retire              -        -           -         may

  incidents.list            may      may         may       may
  incidents.publish         -        -           may       may
  incidents.plan            -        -           may       may
  incidents.end             -        -           may       may

  texts.export              -        -           -         may
  texts.check               -        -           -         may
  texts.load                -        -           -         may
  texts.reset               -        -           -         may

  audit.list                -        -           -         may
`;

const EXPECTED = rowsOf<OperatorRole, 'may' | '-'>(TABLE);

const CALLS = new Map(
  Object.entries(operatorContract).flatMap(([group, calls]) =>
    Object.entries(calls as Readonly<Record<string, OperatorCall>>).map(([name, call]) => [`${group}.${name}`, call]),
  ),
);

test('every call of the staff stands in the table by hand', () => {
  expect([...EXPECTED.keys()].toSorted()).toEqual([...CALLS.keys()].toSorted());
});

test('each call names the roles of the table by hand', () => {
  for (const [name, { roles }] of CALLS) {
    const expected = OPERATOR_ROLES.filter((role) => EXPECTED.get(name)![role] === 'may');
    expect
      .soft(
        OPERATOR_ROLES.filter((role) => roles.includes(role)),
        name,
      )
      .toEqual(expected);
  }
});
