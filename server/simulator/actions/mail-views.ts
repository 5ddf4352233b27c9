import { isRight } from '#server/domain/identity/credentials/password.ts';
import type { Simulation } from '../simulation.ts';
import { simBoxesOf, boxSituationOf, type SimBox } from './mail-boxes.ts';

/** What Dovecot and Postfix read must be what the client was told. */
export async function brokenBoxes(sim: Simulation): Promise<string[]> {
  const broken: string[] = [];
  for (const box of simBoxesOf(sim)) {
    const must = viewsMust(sim, box);
    const { hash, ...is } = await viewsOf(sim, box);
    if (JSON.stringify(is) !== JSON.stringify(must))
      broken.push(`the mail server sees ${box.address} as ${JSON.stringify(is)}, and must ${JSON.stringify(must)}`);
    const ended = await sim.rows('select from recorded_network.disconnect where user_id = $1', box.userId);
    if (ended.length < box.endings) broken.push(`sessions of ${box.address} have not ended`);
    if (must.password !== null && !(await isRight(box.password, hash)))
      broken.push(`${box.address} has another password than was told`);
  }
  return broken;
}

function viewsMust(sim: Simulation, box: SimBox) {
  const situation = boxSituationOf(sim, box);
  const all = [box.address, ...box.aliases].sort();
  const none = { password: null, access: null, addresses: [], deferred: [], senders: [], copies: null, replies: false };
  const isErased = situation === 'erased';
  const kept = { isErased, hasSecret: !isErased };
  if (isErased || situation === 'closed') return { ...none, ...kept };
  const deferred = situation === 'operator' || situation === 'abuse' ? all : [];
  if (situation !== 'active') return { ...none, access: 'closed', addresses: all, deferred, ...kept };
  return { password: true, access: 'open', addresses: all, deferred, senders: all, ...writingOf(box), ...kept };
}

const writingOf = ({ forward, isReplying }: SimBox) => ({
  copies: forward?.isOn === true ? forward.target : null,
  replies: isReplying,
});

interface Views {
  readonly password: string | null;
  readonly access: string | null;
  readonly addresses: string[];
  readonly deferred: string[];
  readonly senders: string[];
  readonly script: string;
  readonly is_erased: boolean;
  readonly has_secret: boolean;
}

async function viewsOf(sim: Simulation, { userId, address }: SimBox) {
  const isOf = 'a.user_id = $1';
  const [row] = await sim.rows<Views>(
    `select (select password from mail.login where username = $2 and not exists (select from mail_erased e where e.user_id = $1)) as password,
       (select access from mail.box where user_id = $1) as access,
       array(select v.address from mail.address v join mail_address a using (address) where ${isOf} order by 1) as addresses,
       array(select v.address from mail.deferred v join mail_address a using (address) where ${isOf} order by 1) as deferred,
       array(select v.address from mail.sender v join mail_address a using (address) where ${isOf} order by 1) as senders,
       coalesce((select script from mail.script where username = $2), '') as script,
       exists (select from mail.erased where user_id = $1) as is_erased,
       exists (select from service_secret where user_id = $1) as has_secret`,
    userId,
    address,
  );
  if (!row) throw new Error('No views');
  return {
    password: row.password === null ? null : true,
    access: row.access,
    addresses: row.addresses,
    deferred: row.deferred,
    senders: row.senders,
    copies: /redirect :copy "([^"]+)"/.exec(row.script)?.[1] ?? null,
    replies: row.script.includes('vacation :days'),
    isErased: row.is_erased,
    hasSecret: row.has_secret,
    hash: row.password?.replace('{ARGON2ID}', ''),
  };
}
