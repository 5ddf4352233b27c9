import { setTimeout as pause } from 'node:timers/promises';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { foldBatch } from '#server/domain/services/accounting/fold.ts';
import { unfolded } from '#server/domain/services/accounting/place.queries.ts';
import { networkByKind } from '#server/integrations/network/by-kind.ts';
import { sendOrders } from '#server/integrations/network/freeradius/device-orders.ts';
import { freeRadius } from '#server/integrations/network/freeradius/freeradius.ts';
import { orderDifferingSessions } from '#server/integrations/network/freeradius/orders.ts';
import { takeDue } from '#server/integrations/network/freeradius/orders.queries.ts';
import { DeviceClient } from '#server/integrations/network/radius/device-client.ts';
import { diceOf, type Dice } from '../../seeds/random.ts';
import { addClient } from '../../test/portal/client.ts';
import { openPortal } from '../../test/portal/open-portal.ts';
import { presumeSessionEnds } from '../../src/jobs/services/accounting.ts';
import { brokenNetworkRules } from './invariants.ts';
import { SECRET, SimDevice } from './device.ts';
import { NetworkTime } from './time.ts';
import { classOf, type OnlineLine, type SimNetwork } from './sim-network.ts';

const KINDS = [
  ['127.0.0.31', 'mikrotik'],
  ['127.0.0.32', 'accel-ppp'],
  ['127.0.0.33', 'juniper'],
] as const;
const LINES = 5;
const INTERIM_S = 60;
/** Milliseconds that a device has for each of two answers. */
const WAITS = [40, 40];

/** Lives some steps of an access network of the seed; returns what is wrong in the end. */
export async function liveNetwork(url: string, seed: number, steps: number): Promise<string[]> {
  const sim = await openNetwork(url, diceOf(seed));
  try {
    const trail: string[] = [];
    let sender = startSender(sim);
    for (let left = steps; left > 0; left -= 1) {
      const [name, act] = sim.dice.pick(ACTIONS);
      trail.push(name);
      if (name === 'crash') await sender.end();
      await act(sim);
      if (name === 'crash') sender = startSender(sim);
      await fold(sim);
    }
    await trouble(sim);
    await rest(sim);
    await sender.end();
    const broken = await brokenNetworkRules(sim);
    return broken.length === 0 ? [] : [`seed ${seed}: ${trail.join(', ')}`, ...broken];
  } finally {
    for (const device of sim.devices) device.close();
    await sim.portal.close();
  }
}

async function openNetwork(url: string, dice: Dice): Promise<SimNetwork> {
  const portal = await openPortal(url, {
    throughOutside: (outside, db) => ({
      ...outside,
      network: networkByKind(outside.network, { internet: freeRadius(db, outside.vault) }),
    }),
  });
  const { pool, world } = portal;
  const time = new NetworkTime(pool);
  const devices: SimDevice[] = [];
  for (const one of KINDS) {
    // Dice of its own: when orders come is a matter of the machine, the steps must not be.
    const device = await SimDevice.open(one, { pool, dice: diceOf(dice.between(1, 2 ** 30)), time });
    devices.push(device);
    await pool.query(
      `insert into radius.nas (address, name, kind, secret, coa_port, interim_seconds) values ($1::inet, $1, $2, $3, $4, ${INTERIM_S})`,
      [device.address, device.kind, world.outside.vault.sealForRadius(SECRET, `nas:${device.address}`), device.port],
    );
  }
  const lines: OnlineLine[] = [];
  for (let place = 1; place <= LINES; place += 1) {
    const contractId = 300_000 + place;
    const { userId } = await addClient(world, { contractId, balance: 5000_00 });
    await pool.query(
      `insert into service_secret (user_id, form, secret, changed_at) values ($1, 'sealed', $2, now())`,
      [userId, world.outside.vault.seal('a-password', `service:${userId}`)],
    );
    lines.push({ userId, login: `u${contractId}` });
  }
  const sim = { portal, dice, time, devices, lines };
  for (const line of lines) await changePlan(sim, line);
  return sim;
}

const startSender = ({ portal: { world } }: SimNetwork) =>
  sendOrders({ db: world.db, vault: world.outside.vault, log: world.log, client: new DeviceClient(WAITS) });

type Act = (sim: SimNetwork) => Promise<unknown>;

const anyOf = <T>({ dice }: SimNetwork, all: readonly T[]): T => {
  const found = all[dice.between(0, all.length - 1)];
  if (found === undefined) throw new Error('Nothing to choose from');
  return found;
};

const ACTIONS: readonly [readonly [string, Act], ...(readonly [string, Act])[]] = [
  ['enter', enterAny],
  ['enter', enterAny],
  ['enter', enterAny],
  ['plan', (sim) => changePlan(sim, anyOf(sim, sim.lines))],
  ['plan', (sim) => changePlan(sim, anyOf(sim, sim.lines))],
  ['debt', (sim) => changeState(sim, anyOf(sim, sim.lines), 'blocked', 'debt')],
  ['paid', (sim) => changeState(sim, anyOf(sim, sim.lines), 'active', null)],
  ['paid', (sim) => changeState(sim, anyOf(sim, sim.lines), 'active', null)],
  ['closed', (sim) => changeState(sim, anyOf(sim, sim.lines), 'blocked', 'operator')],
  ['report', (sim) => anyOf(sim, sim.devices).report()],
  ['report', (sim) => anyOf(sim, sim.devices).report()],
  ['leave', leaveAny],
  ['reboot', (sim) => anyOf(sim, sim.devices).reboot()],
  ['late', (sim) => anyOf(sim, sim.devices).deliverLate()],
  ['mood', changeMood],
  ['mood', changeMood],
  ['crash', takeAndDie],
  ['minute', passMinute],
  ['minute', passMinute],
];

async function enterAny(sim: SimNetwork): Promise<void> {
  await enter(sim, anyOf(sim, sim.lines), anyOf(sim, sim.devices));
}

async function enter(sim: SimNetwork, line: OnlineLine, device: SimDevice): Promise<void> {
  const isOnline = sim.devices.some(({ living }) => [...living.values()].some(({ login }) => login === line.login));
  const told = await classOf(sim, line, device);
  if (!isOnline && told !== undefined) await device.enter(line.login, told);
}

async function leaveAny(sim: SimNetwork): Promise<void> {
  const device = anyOf(sim, sim.devices);
  const [ref] = [...device.living.keys()];
  if (ref !== undefined) await device.leave(ref);
}

function changeMood(sim: SimNetwork): Promise<void> {
  anyOf(sim, sim.devices).mood = sim.dice.pick(['obeys', 'obeys', 'deaf', 'mute', 'refuses']);
  return Promise.resolve();
}

async function changePlan(sim: SimNetwork, line: OnlineLine): Promise<void> {
  const speed = sim.dice.pick([50, 100, 300]);
  await change(
    sim,
    line,
    'update plan set speed_mbit = $2 where plan_id = (select plan_id from service_user where user_id = $1)',
    speed,
  );
}

const changeState = (sim: SimNetwork, line: OnlineLine, state: string, reason: string | null): Promise<void> =>
  change(sim, line, 'update service_user set state = $2, reason = $3 where user_id = $1', state, reason);

async function change({ portal }: SimNetwork, line: OnlineLine, text: string, ...values: unknown[]): Promise<void> {
  await portal.pool.query(text, [line.userId, ...values]);
  await portal.world.db.write((tx) => serviceChanged(tx, { userId: line.userId }));
  await portal.work();
}

/** A sender takes what is due, and dies before it sends or notes anything; some devices have got it, some have not. */
async function takeAndDie({ portal }: SimNetwork): Promise<void> {
  await portal.world.db.write((tx) => takeDue(tx, [], 64));
}

async function passMinute(sim: SimNetwork): Promise<void> {
  await fold(sim);
  await sim.time.pass(INTERIM_S + 1);
  for (const device of sim.devices) if (device.mood !== 'deaf') await device.report();
  await fold(sim);
  await presumeSessionEnds(sim.portal.world);
  await orderDifferingSessions(sim.portal.world.db);
}

async function fold({ portal: { world } }: SimNetwork): Promise<void> {
  for (let left = 200; (await world.db.read(unfolded)).rows > 0; left -= 1) {
    if (left === 0) throw new Error('Packets are not folded');
    if ((await world.db.write(foldBatch)) === 0) await pause(5);
  }
}

/** Milliseconds in which orders meet all kinds of devices. */
const IN_VAIN_MS = 300;

/** The last thing before the rest: all clients enter, everything changes, and no device does as it should. */
async function trouble(sim: SimNetwork): Promise<void> {
  for (const line of sim.lines) {
    await changeState(sim, line, 'active', null);
    await enter(sim, line, anyOf(sim, sim.devices));
  }
  await fold(sim);
  for (const device of sim.devices) device.mood = sim.dice.pick(['deaf', 'deaf', 'mute', 'refuses']);
  for (const line of sim.lines)
    await (sim.dice.chance(70) ? changePlan(sim, line) : changeState(sim, line, 'blocked', 'debt'));
  await pause(IN_VAIN_MS);
}

/** Minutes until lost ends are concluded, and what was told in vain is told again. */
const REST_MINUTES = 7;

/** Faults end, and time passes. */
async function rest(sim: SimNetwork): Promise<void> {
  for (const device of sim.devices) {
    device.isPerfect = true;
    device.mood = 'obeys';
    await device.deliverLate();
  }
  for (let minute = 0; minute < REST_MINUTES; minute += 1) {
    await passMinute(sim);
    await untilNothingIsDue(sim);
  }
}

async function untilNothingIsDue({ portal }: SimNetwork): Promise<void> {
  for (let left = 400; left > 0; left -= 1) {
    const { rowCount } = await portal.pool.query(
      `select from radius.coa c join radius.nas n using (nas_id)
       where due_at <= now() + interval '1 second' and (n.probe_at is null or n.probe_at <= now())`,
    );
    if (rowCount === 0) return;
    await pause(10);
  }
}
