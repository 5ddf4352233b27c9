import { contract } from '@kabinet/contract';
import type { SimService } from '../provider.ts';
import type { Simulation } from '../simulation.ts';
import { compareReply } from './confirmation.ts';
import { anyService } from './decide.ts';

const isTv = ({ kind }: SimService) => kind === 'tv';
const MODES = ['online', 'online', 'online', 'offline', 'silent'] as const;

const isWatched = (sim: Simulation, userId: number) => sim.observer.line(userId).situation === 'active';

/** A device signs in at the platform, or one is switched off, on, or stops answering. */
export async function plugDevice(sim: Simulation): Promise<string> {
  const any = anyService(sim, isTv);
  if (!any) return 'no TV';
  const { userId } = any.service;
  const known = await sim.rows<{ id: string }>(
    'select device_id as id from recorded_tv.device where user_id = $1',
    userId,
  );
  const mode = sim.one(MODES);
  if (known.length > 0 && sim.dice.chance(60)) {
    const { id } = sim.one(known);
    await sim.rows('update recorded_tv.device set mode = $2 where device_id = $1', id, mode);
    return `device ${id} is ${mode}`;
  }
  return `device ${await plug(sim, userId, mode)} of user ${userId} is ${mode}`;
}

async function plug(sim: Simulation, userId: number, mode = 'online'): Promise<string> {
  const id = `sim-${sim.nextId()}`;
  await sim.rows(
    'insert into recorded_tv.device (user_id, device_id, kind, name, mode) values ($1, $2, $3, $2, $4)',
    userId,
    id,
    sim.dice.chance(70) ? 'box' : 'app',
    mode,
  );
  return id;
}

/** The page of a service that has a device, after the first look at it. */
async function somethingOf(sim: Simulation, contractId: number, userId: number) {
  const page = await devicesOf(sim, contractId, userId);
  if (page.devices.length > 0) return page;
  await plug(sim, userId);
  await order(sim, contractId, userId);
  await sim.work();
  return devicesOf(sim, contractId, userId);
}

/** Reads the page of devices; it may be locked only if the service does not work. */
async function devicesOf(sim: Simulation, contractId: number, userId: number) {
  const { status, body } = await sim.ask(contract.tvUser.devices, { params: { id: String(userId) } }, contractId);
  if (status !== 200) throw new Error(`no devices of user ${userId}: ${status}`);
  const controls = [
    body.activation?.control,
    ...body.devices.flatMap(({ remote }) => remote.map((one) => one.control)),
  ];
  const isLocked = controls.some((control) => control?.status === 'locked');
  if (isLocked === isWatched(sim, userId))
    throw new Error(`devices of user ${userId} are ${isLocked ? 'locked' : 'not locked'}`);
  return body;
}

export async function lookAtAnyDevices(sim: Simulation): Promise<string> {
  const any = anyService(sim, isTv);
  if (!any) return 'no TV';
  const { userId } = any.service;
  await order(sim, any.client.contractId, userId);
  const { devices } = await devicesOf(sim, any.client.contractId, userId);
  return `user ${userId} has ${devices.length} devices`;
}

async function order(sim: Simulation, contractId: number, userId: number): Promise<void> {
  const { status } = await sim.ask(contract.tvUser.look, { params: { id: String(userId) } }, contractId);
  if (status !== 200) throw new Error(`user ${userId} is not looked at: ${status}`);
}

/** Asks the platform for the devices of every TV service. */
export async function lookAtAll(sim: Simulation): Promise<void> {
  for (const { contractId, services } of sim.clients)
    for (const { userId } of services.filter(isTv)) await order(sim, contractId, userId);
}

/** A command to a box, as the page offers it. */
export async function command(sim: Simulation): Promise<string> {
  const any = anyService(sim, isTv);
  if (!any) return 'no TV';
  const { contractId } = any.client;
  const { userId } = any.service;
  const { devices } = await somethingOf(sim, contractId, userId);
  const boxes = devices.filter(({ kind }) => kind === 'box');
  if (boxes.length === 0) return `user ${userId} has no box`;
  const { device, remote, is_leaving } = sim.one(boxes);
  const { action, control, again_from } = sim.one(remote);
  const body = { action, device, ...(action === 'message' && { text: 'Ужинать' }) };
  const answer = await sim.ask(contract.tvUser.remoteControl, { params: { id: String(userId) }, body }, contractId);
  const possible = is_leaving ? 'tv_device_unknown' : again_from && 'tv_too_often';
  const must = control.status === 'locked' ? 'change_not_allowed' : possible;
  compareReply(`${action} of ${device}`, answer, must);
  return `${action} of ${device}: ${must ?? 'sent'}`;
}

export async function dropAnyDevice(sim: Simulation): Promise<string> {
  const any = anyService(sim, isTv);
  if (!any) return 'no TV';
  const { contractId } = any.client;
  const { userId } = any.service;
  const { devices } = await somethingOf(sim, contractId, userId);
  const isKnown = devices.length > 0 && sim.dice.chance(90);
  const device = isKnown ? sim.one(devices).device : 'nobody';
  const asked = { params: { id: String(userId) }, body: { device } };
  const answer = await sim.ask(contract.tvUser.dropDevice, asked, contractId);
  const must = isWatched(sim, userId) ? null : 'change_not_allowed';
  compareReply(`dropping ${device} of ${userId}`, answer, must ?? (isKnown ? null : 'tv_device_unknown'));
  return `dropping ${device} of user ${userId}: ${answer.status}`;
}

const LEAST_MS = 60_000;

/** A client asks for a code for a new device; a code that is valid for long enough must be shown again. */
export async function activationCode(sim: Simulation): Promise<string> {
  const any = anyService(sim, isTv);
  if (!any) return 'no TV';
  const { contractId } = any.client;
  const { userId } = any.service;
  const { activation } = await devicesOf(sim, contractId, userId);
  if (!activation) return 'no codes';
  const { control, left } = activation;
  const lasting = lastingOf(sim, activation.code);
  const answer = await sim.ask(contract.tvUser.activationCode, { params: { id: String(userId) } }, contractId);
  const isPossible = lasting !== undefined || left > 0;
  const must = control.status === 'locked' ? 'change_not_allowed' : isPossible ? null : 'tv_too_often';
  if (compareReply(`code of ${userId}`, answer, must)) compareCodes(sim, userId, lasting, answer.body.code);
  return `user ${userId} has ${lasting === undefined ? 'a new code' : 'the same code'}: ${answer.status}`;
}

function compareCodes(sim: Simulation, userId: number, lasting: string | undefined, now: Code): void {
  const fresh = lastingOf(sim, now);
  if (fresh === undefined || (lasting ?? fresh) !== fresh) throw new Error(`user ${userId} was told another code`);
}

type Code = { readonly code: string; readonly until: string } | null;
const lastingOf = (sim: Simulation, code: Code): string | undefined =>
  code !== null && Date.parse(code.until) - sim.at.now.getTime() > LEAST_MS ? code.code : undefined;
