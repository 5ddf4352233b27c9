import { contract } from '@kabinet/contract';
import { SIP_DOMAIN } from '../sip-domain.ts';
import type { Simulation } from '../simulation.ts';
import { compareReply, confirmOrNot } from './confirmation.ts';
import { ABROAD, anyLine, ha1Of, simLineOf, sipSituationOf, spentBy } from './sip-lines.ts';

/** The page must show what the client was told, and offer what the call accepts. */
async function look(sim: Simulation, contractId: number, userId: number): Promise<void> {
  const line = await simLineOf(sim, userId);
  const { status, body } = await sim.ask(contract.sipUser.get, { params: { id: String(userId) } }, contractId);
  if (status !== 200) throw new Error(`no page of line ${userId}: ${status}`);
  const { limits, directions, password } = body;
  const told = {
    isLocked: password.control.status === 'locked',
    month: Math.round(Number(limits?.month.limit) * 100),
    day: Math.round(Number(limits?.day.limit) * 100),
    spent: Math.round(Number(limits?.month.spent) * 100),
    today: Math.round(Number(limits?.day.spent) * 100),
    open: ABROAD.filter((zone) => directions.find((one) => one.zone === zone)?.is_open),
  };
  const must = {
    isLocked: sipSituationOf(sim, userId) === 'connecting',
    ...line.limits,
    spent: spentBy(line, sim.today.slice(0, 7)),
    today: spentBy(line, sim.today),
    open: ABROAD.filter((zone) => line.open.has(zone)),
  };
  if (JSON.stringify(told) !== JSON.stringify(must))
    throw new Error(`line ${userId} is shown as ${JSON.stringify(told)}, and must ${JSON.stringify(must)}`);
}

/** A new password; without a reply a further one is made, and only the last one is valid. */
export async function renewSipPassword(sim: Simulation): Promise<string> {
  const any = anyLine(sim);
  if (!any) return 'no SIP';
  const { client, service } = any;
  const { userId } = service;
  const line = await simLineOf(sim, userId);
  await look(sim, client.contractId, userId);
  const isConfirmed = await confirmOrNot(sim, client);
  const asked = { body: { user_id: userId } };
  const answer = await sim.ask(contract.sipUser.newPassword, asked, client.contractId);
  const possible = sipSituationOf(sim, userId) === 'connecting' ? 'change_not_allowed' : null;
  if (!compareReply(`password of ${userId}`, answer, isConfirmed ? possible : 'confirmation_required'))
    return `user ${userId}: ${String(answer.body.code)}`;
  const { password, setup_url } = answer.body;
  line.password = password;
  const registered = await sim.rows('select from sip.location where username = $1', line.login);
  if (registered.length > 0) throw new Error(`line ${userId} is registered with its former password`);
  return `user ${userId}: ${await setUp(sim, setup_url, ha1Of(line.login, password))}`;
}

/** Linphone opens the link once; a repeat is refused. */
async function setUp(sim: Simulation, url: string, ha1: string): Promise<string> {
  if (sim.dice.chance(50)) return 'changed';
  const open = () => sim.portal.inject({ method: 'GET', url: new URL(url).pathname });
  const first = await sim.faults.without(open);
  const again = await sim.faults.without(open);
  if (!first.body.includes(ha1) || again.statusCode < 400)
    throw new Error(`setup: ${first.statusCode}, then ${again.statusCode}`);
  return 'changed and set up';
}

/** A telephone registers with the password that the exchange has, which may be a former one; without one it cannot. */
export async function register(sim: Simulation): Promise<string> {
  const any = anyLine(sim);
  if (!any) return 'no SIP';
  const { userId } = any.service;
  const { login } = await simLineOf(sim, userId);
  const [known] = await sim.rows<{ ha1: string }>(
    'select ha1 from sip.subscriber where username = $1 and domain = $2',
    login,
    SIP_DOMAIN,
  );
  if (!known) return `user ${userId} is not let in`;
  await sim.rows(
    `insert into sip.location (ruid, username, domain, contact, expires, user_agent, callid)
     values ($1, $2, $3, 'sip:' || $2 || '@10.84.10.215', $4::timestamptz at time zone 'UTC', 'Telefon', $5)`,
    `sim-${sim.nextId()}`,
    login,
    SIP_DOMAIN,
    new Date(sim.at.now.getTime() + 40 * 86_400_000),
    known.ha1,
  );
  return `user ${userId} is registered`;
}

/** The client ends one of the registrations on the page; a repeat is refused as unknown. */
export async function endRegistration(sim: Simulation): Promise<string> {
  const any = anyLine(sim);
  if (!any) return 'no SIP';
  const { contractId } = any.client;
  const { userId } = any.service;
  const { body } = await sim.ask(contract.sipUser.get, { params: { id: String(userId) } }, contractId);
  const shown = (body.registrations ?? []).map(({ registration_id }) => registration_id);
  const { login } = await simLineOf(sim, userId);
  const rows = await sim.rows<{ id: number }>('select id from sip.location where username = $1 order by 1', login);
  if (rows.map(({ id }) => id).join() !== [...shown].sort((a, b) => a - b).join())
    throw new Error(`line ${userId} shows registrations ${shown.join()}`);
  if (shown.length === 0) return `user ${userId} is not registered`;
  const asked = { body: { user_id: userId, registration_id: sim.one(shown) } };
  const answer = await sim.ask(contract.sipUser.endRegistration, asked, contractId);
  compareReply(`registration of ${userId}`, answer, null);
  return `user ${userId}: ended`;
}

/** Lowers or raises the limits; raising needs the password, and a limit above the provider's most is refused. */
export async function setSipLimits(sim: Simulation): Promise<string> {
  const any = anyLine(sim);
  if (!any) return 'no SIP';
  const { client, service } = any;
  const { userId } = service;
  const line = await simLineOf(sim, userId);
  const most = Math.max(sim.world.provider.sip?.most_month_limit ?? 0, line.limits.month);
  const month = sim.one([5_00, 20_00, 100_00, 500_00, most, most + 1]);
  const day = sim.one([2_00, 10_00, 50_00, 200_00, month]);
  const isRaising = sim.dice.chance(50);
  const isConfirmed = await confirmOrNot(sim, client);
  const call = isRaising ? contract.sipUser.raiseLimits : contract.sipUser.lowerLimits;
  const body = { user_id: userId, month: (month / 100).toFixed(2), day: (day / 100).toFixed(2) };
  const answer = await sim.ask(call, { body }, client.contractId);
  const isHigher = month > line.limits.month || day > line.limits.day;
  const refusal = (() => {
    if (isRaising && !isConfirmed) return 'confirmation_required';
    if (day > month || month > most) return 'bad_input';
    return isHigher && !isRaising ? 'change_not_allowed' : null;
  })();
  if (compareReply(`limits ${month} and ${day} of ${userId}`, answer, refusal)) line.limits = { month, day };
  await look(sim, client.contractId, userId);
  return `user ${userId}, ${month} and ${day}: ${refusal ?? 'done'}`;
}

export async function setDirection(sim: Simulation): Promise<string> {
  const any = anyLine(sim);
  if (!any) return 'no SIP';
  const { client, service } = any;
  const { userId } = service;
  const line = await simLineOf(sim, userId);
  const zone = sim.one([...ABROAD, ...ABROAD, 'all']);
  const isOpening = sim.dice.chance(60);
  const isConfirmed = await confirmOrNot(sim, client);
  const { openDirection, closeDirection } = contract.sipUser;
  const call = isOpening ? openDirection : closeDirection;
  const answer = await sim.ask(call, { body: { user_id: userId, zone } }, client.contractId);
  const possible = zone === 'all' ? 'change_not_allowed' : null;
  const refusal = isOpening && !isConfirmed ? 'confirmation_required' : possible;
  const isDone = compareReply(`direction ${zone} of ${userId}`, answer, refusal);
  if (isDone) turn(line, zone, isOpening);
  await look(sim, client.contractId, userId);
  return `user ${userId} ${call.path} ${zone}: ${answer.status}`;
}

function turn({ open }: Awaited<ReturnType<typeof simLineOf>>, zone: string, isOpen: boolean): void {
  if (isOpen) open.add(zone);
  else open.delete(zone);
}
