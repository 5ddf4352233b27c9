import { isDeepStrictEqual } from 'node:util';
import type { Database, Tx } from '#db/database.ts';
import {
  refText,
  type DesiredState,
  type Network,
  type RecordedState,
  type ServiceRef,
} from '#integrations/network/port.ts';
import { isTrouble } from '#db/trouble.ts';
import { numberRows, numbersAfter, userRows, usersAfter, type Delivery } from './desired-state.queries.ts';
import { reasonOf } from '#kernel/one-at-fault.ts';
import { phoneNumberState, userState } from './desired-state.ts';
import { serviceChanged } from './service-changed.ts';
import { raiseVersionTo } from './service-state.queries.ts';

interface Desired {
  readonly state: DesiredState;
  readonly delivery: Delivery;
}

/** A service whose state in the network differs from the desired one, although no order for it is under way. */
export interface Difference {
  readonly service: ServiceRef;
  /** Differing fields of the port; `service`: the network does not know it; `applied`: the last order was lost. */
  readonly fields: readonly string[];
  /** The version that the network has. */
  readonly recordedVersion: number;
}

interface Parts {
  readonly db: Database;
  readonly network: Network;
}

const PAGE = 500;
/** If so many services cannot be read, the network itself is out of reach and the check stops. */
const MOST_UNREAD = 20;

/**
 * Compares the desired state of each service with the state in the network. A service that cannot be read does not stop the
 * others; the error at the end names it.
 */
export async function* differences(parts: Parts): AsyncGenerator<Difference> {
  const unread: string[] = [];
  for await (const desired of allDesired(parts.db)) {
    try {
      const difference = await compare(parts, desired);
      if (difference) yield difference;
    } catch (error) {
      if (isTrouble(error)) throw error;
      unread.push(`${refText(desired.state.service)}: ${reasonOf(error)}`);
      if (unread.length === MOST_UNREAD) break;
    }
  }
  if (unread.length > 0) throw new Error(`the network could not be read of ${unread.join('; ')}`);
}

async function compare({ db, network }: Parts, desired: Desired): Promise<Difference | undefined> {
  if (!differenceOf(desired, await network.read(desired.state.service, desired.state.kind, desired.state)))
    return undefined;
  // It may have changed between the two readings.
  const again = await db.read((tx) => desiredOf(tx, desired.state.service));
  return again && differenceOf(again, await network.read(again.state.service, again.state.kind, again.state));
}

/** Orders the state of the service again, with a version above that of the network. */
export async function bringAgain(tx: Tx, { service, recordedVersion }: Difference): Promise<void> {
  await serviceChanged(tx, service);
  if ((await raiseVersionTo(tx, service, recordedVersion + 1)) === 0) throw new Error('no state of the service');
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

async function* allDesired(db: Database): AsyncGenerator<Desired> {
  for (let users: number[], after = 0; ; after = users.at(-1) ?? 0) {
    users = await db.read((tx) => usersAfter(tx, after, PAGE));
    if (users.length === 0) break;
    yield* await db.read((tx) => ofUsers(tx, users));
  }
  for (let numbers: string[], after = ''; ; after = numbers.at(-1) ?? '') {
    numbers = await db.read((tx) => numbersAfter(tx, after, PAGE));
    if (numbers.length === 0) break;
    yield* await db.read((tx) => ofNumbers(tx, numbers));
  }
}

function differenceOf(
  { state, delivery: { version, applied_version, is_ordered } }: Desired,
  recorded: RecordedState | undefined,
): Difference | undefined {
  if (is_ordered) return undefined;
  const fields = [
    ...(recorded ? differingFields(state, recorded) : unknownTo(state)),
    ...(applied_version < version ? ['applied'] : []),
  ];
  const recordedVersion = recorded?.version ?? 0;
  return fields.length === 0 ? undefined : { service: state.service, fields, recordedVersion };
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
