// The access network while everything dies: `node bench/endurance.ts [minutes] [seed] [lines]` (10, a random one, 120; Debian: freeradius,
// freeradius-postgresql, freeradius-utils; needs `npm run build`). Four devices with real packets (sessions begin, go on and end, Stops are
// lost, devices restart and use their numbers again, one has no gigawords, orders are not answered), subscribers who fall into debt by the
// charging run, pay and change plans, and `kill -9` of the server, the worker, PostgreSQL and FreeRADIUS at the moments of the seed. While it
// runs, nobody in debt may be online longer than the limit; afterwards desired and actual are compared for all, the books, and each session
// with what its device knows. The exit code is 1 if anything is wrong.
import { setTimeout as pause } from 'node:timers/promises';
import { diceOf, type Dice } from '../server/seeds/random.ts';
import { LiveDevice, type DeviceShape } from './parts/endurance/device.ts';
import { byOperator, underWay, wrongBooks, wrongShapes } from './parts/endurance/end.ts';
import { liveAtHome, misbehave, Money } from './parts/endurance/subscribers.ts';
import { compareSessions } from './parts/endurance/truth.ts';
import { Victims } from './parts/endurance/victims.ts';
import { Watch } from './parts/endurance/watch.ts';
import { addDevice, openLiveWorld, type LiveWorld } from './parts/endurance/world.ts';

const DEVICES: readonly DeviceShape[] = [
  { address: '127.0.0.61', kind: 'mikrotik', isNarrow: false },
  { address: '127.0.0.62', kind: 'mikrotik', isNarrow: true },
  { address: '127.0.0.63', kind: 'accel-ppp', isNarrow: false },
  { address: '127.0.0.64', kind: 'juniper', isNarrow: false },
];
const REST_S = 420;
const [MOST_WAVES, MOST_SHOWN] = [24, 60];
/** Until what was sent is folded, and between two looks. */
const [HELD_MS, AGAIN_MS] = [5000, 12_000];

interface Run {
  readonly minutes: number;
  readonly seed: number;
  readonly world: LiveWorld;
  readonly devices: readonly LiveDevice[];
  readonly victims: Victims;
  readonly watch: Watch;
  readonly money: Money;
}

async function main(): Promise<void> {
  const [minutes = 10, seed = Date.now() % 1_000_000, count = 120] = process.argv.slice(2).map(Number);
  console.log(`seed ${seed}`);
  const dice = diceOf(seed);
  const own = () => diceOf(dice.between(1, 2 ** 30));
  const world = await openLiveWorld(count);
  const devices = await openDevices(world, own);
  const victims = await Victims.start(world);
  const watch = new Watch(world, devices, victims);
  const run = { minutes, seed, world, devices, victims, watch, money: new Money(world, own(), victims.server.url) };
  const faults = await lived(run, own);
  await tell(run, faults);
  await victims.end();
  for (const device of devices) device.close();
  await world.radius.stop();
  await world.db.close();
  await world.standby.close();
  await world.primary.close();
  process.exitCode = faults.length === 0 ? 0 : 1;
}

async function openDevices(world: LiveWorld, own: () => Dice): Promise<LiveDevice[]> {
  const devices: LiveDevice[] = [];
  for (const shape of DEVICES) {
    const device = await LiveDevice.open(shape, { ports: world.radius, dice: own() });
    devices.push(device);
    await addDevice(world, { ...shape, coaPort: device.coaPort });
  }
  return devices;
}

/** Lives the minutes, and rests; what is wrong then. */
async function lived(run: Run, own: () => Dice): Promise<string[]> {
  const { minutes, world, devices, victims, watch, money } = run;
  let [began, isEnded] = [Infinity, false];
  const isOver = () => Date.now() - began > minutes * 60_000;
  const going = [
    watch.run(() => isEnded),
    ...devices.map((device) => device.reportAll(() => isEnded)),
    ...world.lines.map((line, place) => {
      const device = devices[place % devices.length];
      return device ? liveAtHome(line, device, { dice: own(), isOver, isEnded: () => isEnded }) : Promise.resolve();
    }),
  ];
  // The services of the demo are ordered, too.
  await byOperator(world);
  await untilFolded(world);
  began = Date.now();
  const waves = Math.max(1, Math.min(MOST_WAVES, Math.floor((minutes * 60 - 30) / 15)));
  await Promise.all([
    victims.strike(own(), isOver),
    ...devices.map((device) => misbehave(device, own(), isOver)),
    money.charge(isOver, waves),
    money.changePlans(isOver),
  ]);
  for (const device of devices) {
    device.isPerfect = true;
    device.obeysSince ??= Date.now();
  }
  const faults = await rested(run);
  faults.push(...watch.violations, ...(await wrongBooks(world, money)), ...(await byOperator(world)));
  isEnded = true;
  await Promise.all(going);
  return faults;
}

/** Waits until all is as it should be; what is not in the end. */
async function rested({ world, devices, victims }: Run): Promise<string[]> {
  const began = Date.now();
  for (;;) {
    for (const device of devices) device.isHeld = true;
    await pause(HELD_MS);
    const faults = [
      ...(await underWay(world)),
      ...(await wrongShapes(world, devices)),
      ...(await compareSessions(world, devices, victims)).faults,
    ];
    for (const device of devices) device.isHeld = false;
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(`after ${seconds} s of rest ${faults.length} differ`);
    if (faults.length === 0 || seconds > REST_S) return faults;
    await pause(AGAIN_MS);
  }
}

async function tell(
  { minutes, seed, world, devices, victims, watch, money }: Run,
  faults: readonly string[],
): Promise<void> {
  const { counts } = await compareSessions(world, devices, victims);
  const sumOf = (what: 'boots' | 'silences' | 'orders' | 'refused') =>
    devices.reduce((sum, device) => sum + device[what], 0);
  console.log({
    seed,
    minutes,
    kills: victims.kills.reduce<Record<string, number>>(
      (all, { victim }) => ({ ...all, [victim]: (all[victim] ?? 0) + 1 }),
      {},
    ),
    ...counts,
    'restarts of devices': sumOf('boots'),
    'silences of devices': sumOf('silences'),
    'orders heard': sumOf('orders'),
    'logins without entry': sumOf('refused'),
    'changes of plan': money.planChanges,
    debts: watch.debts,
    payments: money.acknowledged.length,
    'accounts charged': money.charged.length,
    looks: watch.looks,
    'longest seconds that differed': watch.longest,
    faults: faults.length,
  });
  for (const fault of faults.slice(0, MOST_SHOWN)) console.log(fault);
}

/** The first schedule of a worker begins within a minute. */
async function untilFolded({ db: { pool } }: LiveWorld): Promise<void> {
  while ((await pool.query('select from internet_session where seen_at is not null limit 1')).rowCount === 0)
    await pause(500);
}

await main();
