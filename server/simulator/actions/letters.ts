import { contract } from '@kabinet/contract';
import { addDays } from '@kabinet/contract/kernel/day';
import { isRight } from '#server/domain/identity/credentials/password.ts';
import type { Simulation } from '../simulation.ts';
import { compareReply, confirmOrNot } from './confirmation.ts';
import { createMailbox } from './mail.ts';
import { anyBox, boxSituationOf, type SimBox } from './mail-boxes.ts';

const calls = contract.emailUser;

/** Situations in which forwarding and replies of a mailbox cannot be changed. */
const FROZEN = new Set(['closed', 'operator', 'abuse', 'debt', 'paused']);
const refusalOf = (sim: Simulation, box: SimBox) =>
  FROZEN.has(boxSituationOf(sim, box)) ? 'change_not_allowed' : null;

/** Adds or removes a further address; a mailbox has at most five. */
export async function changeNames(sim: Simulation): Promise<string> {
  const box = anyBox(sim);
  if (!box) return createMailbox(sim);
  const { client, userId, aliases } = box;
  const refusal = refusalOf(sim, box);
  if (aliases.size > 0 && sim.dice.chance(35)) return removeName(sim, box);
  const name = `imya${sim.nextId()}`;
  const answer = await sim.ask(calls.addAlias, { body: { user_id: userId, name } }, client.contractId);
  const isFull = aliases.size >= sim.world.provider.mail.aliases;
  if (compareReply(`adding ${name}`, answer, refusal ?? (isFull ? 'change_not_allowed' : null)))
    aliases.add(answer.body.address);
  return `${name} added to ${box.address}: ${answer.status}`;
}

async function removeName(sim: Simulation, box: SimBox): Promise<string> {
  const { client, userId, aliases } = box;
  const address = sim.one([...aliases]);
  const answer = await sim.ask(calls.removeAlias, { body: { user_id: userId, address } }, client.contractId);
  if (compareReply(`removing ${address}`, answer, refusalOf(sim, box))) aliases.delete(address);
  return `${address} removed: ${answer.status}`;
}

/** Orders copies for another address by its code (sometimes after a wrong code), or switches copies on or off. */
export async function copies(sim: Simulation): Promise<string> {
  const box = anyBox(sim);
  if (!box) return createMailbox(sim);
  const { forward } = box;
  if (forward && sim.dice.chance(50)) return switchCopies(sim, box, forward);
  const target = `copy${sim.nextId()}@drugaya.example`;
  const body = { user_id: box.userId, target };
  const isConfirmed = await confirmOrNot(sim, box.client);
  const asked = await sim.ask(calls.forward, { body }, box.client.contractId);
  const must = isConfirmed ? refusalOf(sim, box) : 'confirmation_required';
  if (!compareReply(`asking for copies of ${box.userId}`, asked, must)) return 'refused';
  await confirmCopies(sim, box, target);
  return `copies of ${box.address} for ${target}`;
}

async function switchCopies(sim: Simulation, box: SimBox, forward: NonNullable<SimBox['forward']>): Promise<string> {
  const isOn = sim.dice.chance(50);
  const body = { user_id: box.userId, is_on: isOn };
  const answer = await sim.ask(calls.switchForward, { body }, box.client.contractId);
  if (compareReply(`copies of ${box.userId}`, answer, refusalOf(sim, box))) forward.isOn = isOn;
  return `copies of ${box.address} ${isOn ? 'on' : 'off'}: ${answer.status}`;
}

async function confirmCopies(sim: Simulation, box: SimBox, target: string): Promise<void> {
  const { userId } = box;
  const { contractId } = box.client;
  const right = await codeSentTo(sim, target);
  if (sim.dice.chance(20)) {
    const body = { user_id: userId, code: right === '000000' ? '000001' : '000000' };
    compareReply('a wrong code', await sim.ask(calls.activateForward, { body }, contractId), 'code_wrong');
  }
  await sim.ask(calls.activateForward, { body: { user_id: userId, code: right } }, contractId);
  // Without a reply the request was repeated, and by then the code was spent.
  const { body } = await sim.ask(calls.get, { params: { id: String(userId) } }, contractId);
  if (body.forward?.target !== target || !body.forward.is_on) throw new Error(`no copies of ${userId} for ${target}`);
  box.forward = { target, isOn: true };
}

/** The code of the latest letter to an address. */
export async function codeSentTo(sim: Simulation, to: string): Promise<string> {
  const [letter] = await sim.rows<{ text: string }>(
    `select payload->>'text' as text from outbox_effect
     where kind = 'mail.send' and payload->>'to' = $1 order by effect_id desc limit 1`,
    to,
  );
  const code = /\b\d{6}\b/.exec(letter?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was sent to ${to}`);
  return code;
}

export async function setAutoReply(sim: Simulation): Promise<string> {
  const box = anyBox(sim);
  if (!box) return createMailbox(sim);
  const isOn = sim.dice.chance(70);
  const days = { from: sim.today, until: addDays(sim.today, sim.dice.between(0, 9)) };
  const body = { user_id: box.userId, is_on: isOn, subject: 'Нет "меня"', text: 'Вернусь\\скоро', ...days };
  const refusal = refusalOf(sim, box);
  const answer = await sim.ask(calls.reply, { body }, box.client.contractId);
  if (compareReply(`reply of ${box.userId}`, answer, refusal)) box.isReplying = isOn;
  return `reply of ${box.address} ${isOn ? 'on' : 'off'}: ${refusal ?? 'done'}`;
}

/** The password of a mailbox; without a reply, either the new or the old one is valid. */
export async function boxPassword(sim: Simulation): Promise<string> {
  const box = anyBox(sim);
  if (!box) return createMailbox(sim);
  const { client, userId } = box;
  const fresh = `prichal-u-lodki-${sim.nextId()}`;
  const isWrong = sim.dice.chance(20);
  const asked = { user_id: userId, password: isWrong ? 'ne-tot-parol-17' : box.password, new_password: fresh };
  const { status, body } = await sim.ask(contract.user.changePassword, { body: asked }, client.contractId);
  if (isWrong && status === 200) throw new Error(`mailbox ${userId} has another password by a wrong one`);
  if (status === 200 || (await isPassword(sim, userId, fresh))) {
    box.password = fresh;
    box.endings += 1;
  }
  return `${box.address}: ${status === 200 ? 'changed' : String(body.code)}`;
}

async function isPassword(sim: Simulation, userId: number, password: string): Promise<boolean> {
  const [row] = await sim.rows<{ secret: Buffer }>('select secret from service_secret where user_id = $1', userId);
  return row !== undefined && isRight(password, row.secret.toString('utf8'));
}
