import { operatorContract } from '@kabinet/contract/staff';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { addClient, balanceOf, type ClientShape } from './client.ts';
import { testPortal, type TestPortal } from './portal.ts';
import { cookieOf, sendStaff, staffToken } from './staff.ts';

const { desks, shifts } = operatorContract;

/** A client, a desk, and people who come in over HTTP. */
export async function cashOffice(shape: ClientShape = {}, options: Parameters<typeof testPortal>[0] = {}) {
  const portal = await testPortal({ template: 'empty', ...options });
  const client = await addClient(portal.world, shape);
  const admin = cookieOf(await staffToken(portal, 'admin'));
  const addDesk = async (name: string) => {
    const body = { name, place: 'Ленина, 40', register: 'АТОЛ 91Ф' };
    return (await sendStaff(portal, desks.add, { body }, admin)).body.desk_id;
  };
  const cashier = async () => cookieOf(await staffToken(portal, 'cashier'));
  return {
    portal,
    client,
    desk: await addDesk('Касса 1'),
    addDesk,
    cashier,
    admin,
    openShift: (by: Record<string, string>, desk_id: number, counted = '5000', from_safe?: string) =>
      sendStaff(portal, shifts.open, { body: { desk_id, counted, ...(from_safe !== undefined && { from_safe }) } }, by),
    balance: () => balanceOf(portal.world, client.accountId),
    faults: () => portal.world.db.read((tx) => verifyLedger(tx)),
  };
}

/** A cashier with an open shift. */
export async function openedCashOffice(shape: ClientShape = {}, options: Parameters<typeof testPortal>[0] = {}) {
  const office = await cashOffice(shape, options);
  const who = await office.cashier();
  await office.openShift(who, office.desk);
  return { ...office, who };
}

/** Lets the minutes pass, and the jobs run. */
export async function waitMinutes(portal: TestPortal, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    portal.clock.advance(60_000);
    await portal.work();
  }
}
