import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import {
  countDifferingLong,
  deviceStates,
  differingLong,
  freeAddressesOf,
  sessionsOnDevices,
  type DeviceSessionRow,
} from '#server/domain/services/radius/state.queries.ts';
import { toldAttributes } from '#server/domain/services/radius/told.rules.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

type OnDevice = Result<OperatorContract['networkState']['online']>[number];

const MOST_DIFFERING = 200;

const toldOf = (shape: string | null, triples: readonly string[] | null): OnDevice['wanted'] =>
  shape === null ? null : { shape, attributes: toldAttributes(triples) };

function orderOf({ order_kind: kind, wishes, wished_at, answer, answered_at }: DeviceSessionRow): OnDevice['order'] {
  return kind === null || wishes === null || wished_at === null
    ? null
    : { kind, wishes, wished_at, answer, answered_at };
}

const onDevice = (row: DeviceSessionRow): OnDevice => ({
  session_id: row.session_id,
  user_id: row.user_id,
  contract_id: row.contract_id,
  login: row.login,
  ip: row.ip,
  device: row.device,
  started_at: row.started_at,
  heard_at: row.heard_at,
  differs: row.differs,
  wanted: toldOf(row.wanted_shape, row.wanted),
  seen: toldOf(row.seen_shape, row.seen),
  order: orderOf(row),
});

export const networkStateHandlers: PlainHandlers<OperatorContract['networkState']> = {
  devices: (_, { db, now }) => deviceStates(db, now),
  differs: async (_, { db, now }) => {
    const rows = await differingLong(db, now, MOST_DIFFERING);
    const all = rows.length < MOST_DIFFERING ? rows.length : await countDifferingLong(db, now);
    return { all, sessions: rows.map(onDevice) };
  },
  online: async ({ query: { contract_id: contractId } }, { db }) =>
    (await sessionsOnDevices(db, contractId)).map(onDevice),
  freeAddresses: ({ query: { network } }, { db }) => freeAddressesOf(db, network),
};
