import { expect, test } from 'vitest';
import {
  isOperatorCall,
  OPERATOR_ROLES,
  type OperatorCall,
  type OperatorRole,
} from '@kabinet/contract/kernel/call/staff-call';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { staffContract } from '@kabinet/contract/staff';
import { rowsOf } from './expected-roles.ts';

// What each of the provider's people may do, written a second time and by hand (decision 0185). It must not be made from the calls,
// which it judges. `staff-calls.long.test.ts` and `staff-http.test.ts` prove that the server refuses whoever a call does not name.
//
// - A cashier takes cash and talks with who stands before the desk: sees accounts and prices, books a visit, files an order, gives a new password.
//   Small corrections are his, large ones need a second person.
// - Support talks on the telephone: sees accounts, answers orders, books visits, gives a new password; moves no money.
//   A document it sees by its last digits, and whole for a reason.
// - A technician works in the field. He opens whom he visits today, and nobody else: says that he comes, that he is there, what he has
//   done; he takes back a QR code. A note he adds to any contract: it shows him nothing.
// - An engineer runs the network, the jobs, orders and visits. He moves no money, beyond running jobs that do it by rule, and sets
//   neither goals nor texts, which are promises of the provider.
// - An accountant keeps the books: banks, transfers, corrections, refunds, prices. He takes no cash himself: who counts it does not
//   book it. Orders and failures he sees.
// - An owner sees how the business goes and who has done what; he does nothing himself. People he sees masked, and unmasks for a reason.
// - An admin lets people and programs in, sets what the portal promises, restarts what has failed. He moves no money, sees
//   people masked and unmasks for a reason; no document.
// - An auditor sees everything, people masked, and does nothing.
// - What stands for nobody is done on the server only: whoever has its shell stands above roles.

const TABLE = `
  call                      cashier  support  technician  engineer  accountant  owner  admin  auditor

  search.find               may      may      may         may       may         may    may    may
  card.show                 may      may      may         may       may         may    may    may
  card.day                  may      may      may         may       may         may    may    may
  timeline.read             may      may      may         may       may         may    may    may

  unmask.show               -        may      -           -         -           may    may    -

  inbox.list                may      may      -           may       may         may    may    may
  inbox.defer               may      may      -           may       may         may    may    -
  inbox.resume              may      may      -           may       may         may    may    -

  ledger.lines              may      may      -           may       may         may    may    may
  ledger.line               may      may      -           may       may         may    may    may
  ledger.verify             -        -        -           may       may         may    may    may

  charging.rehearse         -        -        -           may       may         may    -      -
  charging.begin            -        -        -           -         may         -      -      -
  charging.external         -        -        -           -          may         -      -      -
  charging.own              -        -        -           -          may         -      -      -
  shadow.nights             -        -        -           may       may         may    may    may
  shadow.accept             -        -        -           -         may         -      -      -
  charging.run              -        -        -           may       may         -      -      -
  charging.status           -        -        -           may       may         may    may    may
  charging.once             may      -        -           -         may         -      -      -
  charging.correct          may      -        -           -         may         -      -      -

  payments.list             may      may      -           may       may         may    may    may
  payments.sbp              may      -        -           -         -           -      -      -
  payments.cancel           may      may      may         may       may         -      -      -
  payments.surplus          -        -        -           -         may         may    -      may
  payments.mismatch         -        -        -           -         may         may    -      may
  payments.settle           -        -        -           -         may         -      -      -

  autopayment.run           -        -        -           may       may         -      -      -

  receipts.failed           may      -        -           -         may         may    -      may
  receipts.retry            may      -        -           -         may         -      -      -

  refunds.order             -        -        -           -         may         -      -      -
  refunds.list              -        -        -           -         may         may    -      may

  reconciliation.run        -        -        -           -         may         -      -      -
  reconciliation.findings   -        -        -           -         may         may    -      may
  reconciliation.dismiss    -        -        -           -         may         -      -      -

  paymentAgents.reconcile   -        -        -           -         may         -      -      -
  paymentAgents.conflicts   -        -        -           -         may         may    -      may
  paymentAgents.dismiss     -        -        -           -         may         -      -      -

  transfers.import          -        -        -           -         may         -      -      -
  transfers.unknown         may      -        -           -         may         may    -      may
  transfers.guesses         -        -        -           -         may         -      -      -
  transfers.assign          -        -        -           -         may         -      -      -
  transfers.undo            -        -        -           -         may         -      -      -

  office.post               may      -        -           -         -           -      -      -
  office.undo               may      -        -           -         -           -      -      -

  desks.add                 -        -        -           -         -           -      may    -
  desks.list                may      -        -           -         may         may    may    may

  shifts.open               may      -        -           -         -           -      -      -
  shifts.x                  may      -        -           -         -           -      -      -
  shifts.safe               may      -        -           -         -           -      -      -
  shifts.close              may      -        -           -         -           -      -      -
  shifts.differences        -        -        -           -         may         may    -      may
  shifts.settle             -        -        -           -         may         -      -      -
  shifts.show               may      -        -           -         may         may    -      may

  cash.take                 may      -        -           -         -           -      -      -
  cash.undo                 may      -        -           -         -           -      -      -
  cash.receipt              may      -        -           -         may         -      -      -

  desk.show                 may      -        -           -         -           -      -      -
  desk.payer                may      -        -           -         -           -      -      -

  debtors.list              -        -        -           -         may         may    -      may
  debtors.export            -        -        -           -         may         -      -      -
  debtors.remind            -        -        -           -         may         -      -      -

  reports.revenue           -        -        -           -         may         may    -      may
  reports.services          -        -        -           -         may         may    -      may
  reports.payments          -        -        -           -         may         may    -      may
  reports.debtors           -        -        -           -         may         may    -      may
  reports.contracts         -        -        -           may       -           may    may    may
  reports.bill              -        -        -           -         may         may    -      may
  reports.promises          -        -        -           -         may         may    -      may
  reports.lines             -        -        -           -         may         may    -      may
  reports.members           -        -        -           may       may         may    may    may
  reports.export            -        -        -           may       may         may    may    may

  outbox.list               -        -        -           may       -           -      may    may
  outbox.retry              -        -        -           may       -           -      may    -

  jobs.failed               -        -        -           may       -           -      may    may
  jobs.retry                -        -        -           may       -           -      may    -

  events.list               -        -        -           may       may         may    may    may
  webhooks.add              -        -        -           -          -           -      may    -
  webhooks.list             -        -        -           may        -           may    may    may
  webhooks.rotate           -        -        -           -          -           -      may    -
  webhooks.pause            -        -        -           may        -           -      may    -
  webhooks.resume           -        -        -           may        -           -      may    -
  webhooks.replay           -        -        -           may        -           -      may    -
  webhooks.remove           -        -        -           -          -           -      may    -
  webhooks.letters          -        -        -           may        -           -      may    may
  webhooks.again            -        -        -           may        -           -      may    -
  billing.balances          -        -        -           may        may         -      -      -
  billing.services          -        -        -           may        may         -      -      -
  billing.tables            -        -        -           may        may         -      -      -
  billing.requests          -        -        -           may        may         may    may    may
  billing.answer            -        -        -           may        may         -      -      -
  billing.conflicts         -        -        -           may        may         may    may    may

  network.check             -        -        -           may       -           -      may    -
  network.had               -        -        -           may       -           -      may    -

  networkProfiles.list      -        may      -           may       -           -      may    may
  networkProfiles.setPlan   -        -        -           may       -           -      -      -
  networkProfiles.setOption -        -        -           may       -           -      -      -

  networkLines.list         -        may      -           may       -           -      may    may
  networkLines.set          -        -        -           may       -           -      -      -
  networkLines.ports        -        may      may         may       -           -      -      -
  networkLines.passwords    -        may      -           may       -           -      may    may

  networkDevices.list       -        may      -           may       -           -      may    may
  networkDevices.add        -        -        -           may       -           -      -      -
  networkDevices.edit       -        -        -           may       -           -      -      -
  networkDevices.remove     -        -        -           may       -           -      -      -
  networkDevices.key        -        -        -           -         -           -      -      -

  networkTemplates.list     -        may      -           may       -           -      may    may
  networkTemplates.add      -        -        -           may       -           -      -      -
  networkTemplates.remove   -        -        -           may       -           -      -      -

  networkState.devices      -        may      -           may       -           -      may    may
  networkState.differs      -        may      -           may       -           -      may    may
  networkState.online       -        may      -           may       -           -      may    may
  networkState.freeAddresses -       may      -           may       -           -      may    may

  calls.import              -        -        -           may       -           -      may    -
  calls.held                -        -        -           may       -           -      -      -
  calls.differing           -        -        -           may       -           -      -      -
  calls.retry               -        -        -           may       -           -      may    -

  catalogue.list            may      may      -           may       may         may    -      may
  catalogue.show            may      may      -           may       may         may    -      may
  catalogue.add             -        -        -           -         may         -      -      -
  catalogue.edit            -        -        -           may       may         -      -      -
  catalogue.archive         -        -        -           -         may         -      -      -
  catalogue.restore         -        -        -           -         may         -      -      -

  prices.list               may      may      -           may       may         may    -      may
  prices.preview            -        -        -           -         may         may    -      -
  prices.plan               -        -        -           -         may         -      -      -
  prices.withdraw           -        -        -           -         may         -      -      -

  callRates.list            may      may      -           may       may         may    -      may
  callRates.plan            -        -        -           -         may         -      -      -
  callRates.withdraw        -        -        -           -         may         -      -      -

  callPackages.list         may      may      -           may       may         may    -      may
  callPackages.add          -        -        -           -         may         -      -      -
  callPackages.end          -        -        -           -         may         -      -      -

  callZones.list            may      may      -           may       may         may    -      may
  callZones.add             -        -        -           may       may         -      -      -
  callZones.edit            -        -        -           may       may         -      -      -

  places.towns              may      may      -           may       may         may    may    may
  places.streets            may      may      -           may       may         may    may    may
  places.houses             may      may      -           may       may         may    may    may
  places.addTown            -        -        -           may       -           -      may    -
  places.editTown           -        -        -           may       -           -      may    -
  places.addStreet          -        -        -           may       -           -      may    -
  places.editStreet         -        -        -           may       -           -      may    -
  places.mergeStreets       -        -        -           may       -           -      may    -
  places.addHouse           -        -        -           may       -           -      may    -
  places.editHouse          -        -        -           may       -           -      may    -

  contracts.balance         may      may      -           may       may         may    may    may
  contracts.resetPassword   may      may      -           -         -           -      -      -
  contracts.notify          may      may      -           may       -           -      -      -
  contracts.news            -        -        -           -         -           -      -      -

  connect.waiting           may      may      -           may       may         -      -      -
  connect.check             may      may      -           may       may         -      -      -

  clients.open              may      may      -           may       may         -      -      -
  clients.edit              may      may      -           -         may         -      -      -
  clients.contact           may      may      -           -         may         -      -      -
  clients.confirmContact    may      may      -           -         may         -      -      -
  clients.close             may      may      -           may       may         -      -      -
  clients.reopen            may      may      -           may       may         -      -      -

  moves.move                may      may      -           -         may         -      -      -
  moves.handOver            may      may      -           -         may         -      -      -
  papers.enter              may      may      -           -         may         -      -      -
  papers.show               -        may      -           -         may         -      -      may
  papers.find               -        -        -           -         may         -      -      -

  regroupings.split         may      may      -           -         may         -      -      -
  regroupings.join          may      may      -           -         may         -      -      -

  imports.check             -        -        -           may       -           -      may    -
  imports.diff              -        -        -           may       -           -      may    -
  imports.load              -        -        -           may       -           -      may    -

  consents.list             may      may      -           -         may         -      -      -
  consents.export           -        -        -           -         -           -      -      -
  consents.requests         -        -        -           -         -           -      -      -

  services.connect          -        -        may         may       -           -      -      -
  services.session          -        may      may         may       -           -      -      -
  services.block            -        -        -           may       may         -      -      -
  services.unblock          -        -        -           may       may         -      -      -
  services.blockNumber      -        -        -           may       may         -      -      -
  services.unblockNumber    -        -        -           may       may         -      -      -
  services.endSession       -        may      -           may       -           -      -      -
  services.bindDevice       -        may      may         may       -           -      -      -
  services.unlock           -        may      -           may       -           -      -      -

  plans.list                may      may      -           may       -           -      -      -
  plans.change              may      may      -           may       -           -      -      -
  plans.cancel              may      may      -           may       -           -      -      -

  individualPrices.list     may      may      -           may       may         may    -      may
  individualPrices.give     -        -        -           -         may         -      -      -
  individualPrices.end      -        -        -           -         may         -      -      -

  promises.give             may      may      -           may       -           -      -      -
  paymentLinks.make         may      may      may         may       -           -      -      -
  notes.add                 may      may      may         may       may         -      -      -

  serviceKey.forget         -        -        -           -         -           -      -      -

  orders.list               -        may      -           may       may         may    may    may
  orders.show               -        may      may         may       may         -      -      -
  orders.answer             -        may      -           may       -           -      -      -
  orders.ask                -        may      -           may       -           -      -      -
  orders.assign             -        may      -           may       -           -      -      -
  orders.start              -        may      -           may       -           -      -      -
  orders.close              -        may      may         may       -           -      -      -
  orders.addFile            -        may      may         may       -           -      -      -
  orders.openFile           -        may      may         may       -           -      -      -
  orders.hold               -        may      -           may       -           -      -      -
  orders.release            -        may      -           may       -           -      -      -
  orders.form               may      may      -           may       -           -      -      -
  orders.file               may      may      -           may       -           -      -      -
  orders.visit              may      may      -           may       -           -      may    -
  orders.coming             may      may      may         may       -           -      may    -
  orders.arrived            -        may      may         may       -           -      -      -
  orders.visits             may      may      may         may       -           may    may    may
  orders.slots              may      may      -           may       -           may    may    may
  orders.addSlot            -        may      -           may       -           -      may    -
  orders.requests           -        may      -           may       may         -      -      -
  orders.take               -        may      -           may       -           -      -      -
  orders.finish             -        may      -           may       -           -      -      -

  goals.list                -        may      -           may       -           may    may    may
  goals.add                 -        -        -           -         -           -      may    -
  goals.change              -        -        -           -         -           -      may    -
  goals.retire              -        -        -           -         -           -      may    -

  incidents.list            may      may      may         may       may         may    -      may
  incidents.show            may      may      may         may       may         may    -      may
  incidents.places          -        -        -           may       -           -      -      -
  incidents.publish         -        -        -           may       -           -      -      -
  incidents.plan            -        -        -           may       -           -      -      -
  incidents.end             -        -        -           may       -           -      -      -

  texts.export              -        -        -           -         -           -      may    may
  texts.check               -        -        -           -         -           -      may    -
  texts.load                -        -        -           -         -           -      may    -
  campaigns.send            -        -        -           -         may         -      -      -
  campaigns.test            -        -        -           -         may         -      -      -
  campaigns.list            -        -        -           -         may         may    -      may
  campaigns.stop            -        -        -           -         may         -      -      -
  campaigns.choices         -        -        -           -         may         may    -      may

  texts.reset               -        -        -           -         -           -      may    -

  audit.list                -        -        -           -         -           may    may    may
  audit.verify              -        -        -           -         -           may    may    may

  staff.add                 -        -        -           -         -           -      may    -
  staff.list                -        -        -           -         -           may    may    may
  staff.roles               -        -        -           -         -           -      may    -
  staff.block               -        -        -           -         -           -      may    -
  staff.unblock             -        -        -           -         -           -      may    -
  staff.invite              -        -        -           -         -           -      may    -

  keys.add                  -        -        -           -         -           -      may    -
  keys.list                 -        -        -           -         -           may    may    may
  keys.end                  -        -        -           -         -           -      may    -

  approvals.ask             may      may      may         may       may         -      may    -
  approvals.list            may      may      may         may       may         may    may    may
  approvals.show            may      may      may         may       may         may    may    may
  approvals.agree           -        -        -           -         may         may    may    -
  approvals.refuse          -        -        -           -         may         may    may    -
  approvals.withdraw        may      may      may         may       may         may    may    may

  me.get                    may      may      may         may       may         may    may    may

  own.sessions              may      may      may         may       may         may    may    may
  own.endSessions           may      may      may         may       may         may    may    may
  own.confirm               may      may      may         may       may         may    may    may
  own.changePassword        may      may      may         may       may         may    may    may
  own.renewSpareCodes       may      may      may         may       may         may    may    may

  ownPasskeys.list          may      may      may         may       may         may    may    may
  ownPasskeys.wanted        may      may      may         may       may         may    may    may
  ownPasskeys.add           may      may      may         may       may         may    may    may
  ownPasskeys.rename        may      may      may         may       may         may    may    may
  ownPasskeys.remove        may      may      may         may       may         may    may    may

  ownOpenId.begin           may      may      may         may       may         may    may    may
  ownOpenId.link            may      may      may         may       may         may    may    may
  ownOpenId.unlink          may      may      may         may       may         may    may    may
`;

const EXPECTED = rowsOf<OperatorRole, 'may' | '-'>(TABLE);

const CALLS = new Map(
  Object.entries(staffContract).flatMap(([group, calls]) =>
    Object.entries(calls as Readonly<Record<string, Call>>).flatMap(([name, call]): [string, OperatorCall][] =>
      isOperatorCall(call) ? [[`${group}.${name}`, call]] : [],
    ),
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

test('only what begins or ends a session is open to whoever is not known', () => {
  const open = Object.values(staffContract).flatMap((group) =>
    Object.entries(group as Readonly<Record<string, Call>>).flatMap(([name, { access }]) =>
      access === 'public' ? name : [],
    ),
  );
  expect(open).toEqual([
    'signIn',
    'askPasskey',
    'signInByPasskey',
    'signOut',
    'openInvitation',
    'acceptInvitation',
    'ways',
    'begin',
    'finish',
  ]);
});
