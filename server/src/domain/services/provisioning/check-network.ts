import { isDeepStrictEqual } from 'node:util';
import type { Database, Tx } from '#server/db/database.ts';
import {
  refText,
  type DesiredState,
  type Network,
  type RecordedState,
  type ServiceRef,
} from '#server/integrations/network/port.ts';
import { isTrouble } from '#server/db/trouble.ts';
import {
  countServices,
  numberRows,
  numbersAfter,
  userRows,
  usersAfter,
  type StateDelivery,
} from './desired-state.queries.ts';
import { reasonOf } from '#server/kernel/job/one-at-fault.ts';
import { phoneNumberState, userState } from './desired-state.ts';
import { serviceChanged } from './service-changed.ts';
import { raiseVersionTo } from './service-state.queries.ts';

interface Desired {
  readonly state: DesiredState;
  readonly delivery: StateDelivery;
}

/** A service whose state in the network differs from the desired one, although no order for it is under way. */
export interface NetworkDifference {
  readonly service: ServiceRef;
  readonly contractId: number;
  /** Differing fields of the port; `service`: the network does not know it; `applied`: the last order was lost. */
  readonly fields: readonly string[];
  /** The version that the network has. */
  readonly recordedVersion: number;
}

interface Parts {
  readonly db: Database;
  readonly network: Network;
}

/** How far the comparison has come, in services and numbers. */
interface Compared {
  readonly done: number;
  readonly all: number;
}

interface Hear {
  readonly hear?: ((compared: Compared) => void) | undefined;
}

const PAGE = 500;
/** Services that the network is asked for at once. */
const AT_ONCE = 4;
/** Services ordered anew in one transaction: few enough that a subscriber who changes one of them does not notice. */
const IN_ONE_GO = 100;
/** If so many services cannot be read, the network itself is out of reach and the check stops. */
const MOST_UNREAD = 20;

/**
 * Compares the desired state of each service with the state in the network, and orders anew what differs. `told` hears of a
 * difference once the service is ordered.
 */
export async function bringDifferences(
  parts: Parts,
  { told, hear }: Hear & { readonly told: (difference: NetworkDifference) => void },
): Promise<void> {
  let found: NetworkDifference[] = [];
  const bring = async () => {
    const some = found;
    found = [];
    if (some.length === 0) return;
    await parts.db.write((tx) => bringAgain(tx, some));
    some.forEach(told);
  };
  try {
    for await (const difference of differences(parts, { hear })) {
      found.push(difference);
      if (found.length === IN_ONE_GO) await bring();
    }
  } finally {
    await bring();
  }
}

/** The differences, by service. A service that cannot be read does not stop the others; the error at the end names it. */
export async function* differences(parts: Parts, { hear }: Hear = {}): AsyncGenerator<NetworkDifference> {
  const all = hear ? await parts.db.read(countServices) : 0;
  const unread: string[] = [];
  let done = 0;
  for await (const page of allDesired(parts.db)) {
    yield* await comparePage(parts, page, unread);
    if (unread.length >= MOST_UNREAD) break;
    done += page.length;
    hear?.({ done, all });
  }
  if (unread.length > 0) {
    const named = unread.slice(0, MOST_UNREAD);
    throw new Error(`the network could not be read of ${named.join('; ')}`);
  }
}

async function comparePage(parts: Parts, page: readonly Desired[], unread: string[]): Promise<NetworkDifference[]> {
  const suspected = await differing(parts, page, unread);
  // They may have changed between the two readings.
  const again = await parts.db.read(async (tx) => [
    ...(await ofUsers(
      tx,
      suspected.flatMap(({ service }) => ('userId' in service ? service.userId : [])),
    )),
    ...(await ofNumbers(
      tx,
      suspected.flatMap(({ service }) => ('userId' in service ? [] : service.phoneNumber)),
    )),
  ]);
  return differing(parts, again, unread);
}

/** Reads a few services at a time, and stops when the network is out of reach. */
async function differing(
  { network }: Parts,
  services: readonly Desired[],
  unread: string[],
): Promise<NetworkDifference[]> {
  const compare = async (desired: Desired): Promise<NetworkDifference | undefined> => {
    const { service, kind } = desired.state;
    try {
      return differenceOf(desired, await network.read(service, kind, desired.state));
    } catch (error) {
      if (isTrouble(error)) throw error;
      unread.push(`${refText(service)}: ${reasonOf(error)}`);
      return undefined;
    }
  };
  const found: (NetworkDifference | undefined)[] = [];
  for (let first = 0; first < services.length && unread.length < MOST_UNREAD; first += AT_ONCE) {
    found.push(...(await Promise.all(services.slice(first, first + AT_ONCE).map(compare))));
  }
  return found.filter((one) => one !== undefined);
}

/** Orders the state of the services anew, whatever version the network has. */
async function bringAgain(tx: Tx, some: readonly NetworkDifference[]): Promise<void> {
  await serviceChanged(tx, ...some.map(({ service }) => service));
  for (const { service, recordedVersion } of some) {
    if (recordedVersion > 0) await raiseVersionTo(tx, service, recordedVersion + 1);
  }
}

/** The desired state of one service; undefined if there is no such service. */
export async function desiredOf(tx: Tx, service: ServiceRef): Promise<Desired | undefined> {
  const [desired] =
    'userId' in service ? await ofUsers(tx, [service.userId]) : await ofNumbers(tx, [service.phoneNumber]);
  return desired;
}

const ofUsers = async (tx: Tx, users: readonly number[]): Promise<Desired[]> =>
  (await userRows(tx, users)).map((row) => ({ state: userState(row), delivery: row }));

const ofNumbers = async (tx: Tx, numbers: readonly string[]): Promise<Desired[]> =>
  (await numberRows(tx, numbers)).map((row) => ({ state: phoneNumberState(row), delivery: row }));

async function* allDesired(db: Database): AsyncGenerator<readonly Desired[]> {
  for (let users: number[], after = 0; ; after = users.at(-1) ?? 0) {
    users = await db.read((tx) => usersAfter(tx, after, PAGE));
    if (users.length === 0) break;
    yield await db.read((tx) => ofUsers(tx, users));
  }
  for (let numbers: string[], after = ''; ; after = numbers.at(-1) ?? '') {
    numbers = await db.read((tx) => numbersAfter(tx, after, PAGE));
    if (numbers.length === 0) break;
    yield await db.read((tx) => ofNumbers(tx, numbers));
  }
}

function differenceOf(
  { state, delivery: { version, applied_version, is_ordered } }: Desired,
  recorded: RecordedState | undefined,
): NetworkDifference | undefined {
  if (is_ordered) return undefined;
  const fields = [
    ...(recorded ? differingFields(state, recorded) : unknownTo(state)),
    ...(applied_version < version ? ['applied'] : []),
  ];
  const recordedVersion = recorded?.version ?? 0;
  return fields.length === 0
    ? undefined
    : { service: state.service, contractId: state.contractId, fields, recordedVersion };
}

/** The network need not know a service that has ended. */
const unknownTo = ({ restriction }: DesiredState): string[] => (restriction === 'closed' ? [] : ['service']);

/** An older version is no fault while the state is the same. A newer one is, because the network would ignore the next orders. */
const differingFields = (state: DesiredState, recorded: RecordedState): string[] =>
  Object.entries(recorded)
    .filter(([field, value]) =>
      field === 'version'
        ? Number(value) > state.version
        : !isDeepStrictEqual(value, state[field as keyof DesiredState]),
    )
    .map(([field]) => field);
