import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import {
  dropLine,
  isLineTaken,
  lineRows,
  lockInternetService,
  putLine,
  takeFromClosed,
  type ListedLine,
  type WantedLine,
} from './line.queries.ts';

/** Replaces what is known of the line of a service, and tells the network. */
export async function setLine(tx: Tx, userId: number, wanted: WantedLine): Promise<ListedLine> {
  const service = await lockInternetService(tx, userId);
  if (!service) throw new Problem('service_unknown');
  await takeFromClosed(tx, wanted);
  if (await isLineTaken(tx, userId, wanted)) throw new Problem('line_taken');
  if (wanted.ip === null && wanted.circuit === null && wanted.sessions === 1) await dropLine(tx, userId);
  else await putLine(tx, userId, wanted);
  await serviceChanged(tx, { userId });
  return { user_id: userId, ...service, ...wanted };
}

/** The port of a line that has just been connected; its address and its devices stay. */
export async function setCircuit(tx: Tx, userId: number, circuit: string): Promise<void> {
  const known = (await lineRows(tx, { ip: null, circuit: null, after: userId - 1 })).find(
    (one) => one.user_id === userId,
  );
  await setLine(tx, userId, { ip: known?.ip ?? null, sessions: known?.sessions ?? 1, circuit });
}
