import { createHash } from 'node:crypto';
import type { SimService } from '../provider.ts';
import { anyService } from './decide.ts';
import { SIP_DOMAIN } from '../sip-domain.ts';
import type { Simulation } from '../simulation.ts';

export const ABROAD = ['far', 'island'] as const;
const ZONE = 'Europe/Samara';

/** A SIP line as its client was told, and the passwords of its telephones. */
export interface SimLine {
  readonly login: string;
  password: string | undefined;
  limits: { month: number; day: number };
  readonly open: Set<string>;
  /** Imported calls: the month and day of their beginning, and their price in kopecks. */
  readonly calls: { readonly day: string; readonly price: number }[];
}
const lines = new WeakMap<Simulation, Map<number, SimLine>>();
export const simLinesOf = (sim: Simulation): Map<number, SimLine> => {
  const known = lines.get(sim) ?? new Map<number, SimLine>();
  lines.set(sim, known);
  return known;
};

const isSip = ({ kind }: SimService) => kind === 'sip';

/** A SIP line whose zones and prices the model knows. */
export const anyLine = (sim: Simulation) => (sim.catalogue.callPrice ? anyService(sim, isSip) : undefined);

export async function simLineOf(sim: Simulation, userId: number): Promise<SimLine> {
  const known = simLinesOf(sim).get(userId);
  if (known) return known;
  const [row] = await sim.rows<{ login: string; month: number | null; day: number | null; open: string[] | null }>(
    `select login, month_limit_kopecks as month, day_limit_kopecks as day, open_zones as open
     from service_user left join sip_line using (user_id) where user_id = $1`,
    userId,
  );
  const terms = sim.world.provider.sip;
  if (!row || !terms) throw new Error(`No line ${userId}`);
  const calls = await sim.rows<{ day: string; price: number }>(
    `select (started_at at time zone '${ZONE}')::date::text as day, amount_kopecks as price from call_record
     where phone_number = $1 and amount_kopecks > 0`,
    row.login,
  );
  const limits = { month: row.month ?? terms.month_limit, day: row.day ?? terms.day_limit };
  const line = { login: row.login, password: undefined, limits, open: new Set(row.open), calls };
  simLinesOf(sim).set(userId, line);
  return line;
}

/** Numbers of SIP lines that may have calls; the model notes each imported one. */
export async function sipNumbers(sim: Simulation, services: readonly SimService[]): Promise<string[]> {
  const found: string[] = [];
  for (const { userId } of services.filter(isSip)) found.push((await simLineOf(sim, userId)).login);
  return found;
}

export function noteCalls(sim: Simulation, login: string, calls: SimLine['calls']): void {
  for (const line of simLinesOf(sim).values()) if (line.login === login) line.calls.push(...calls);
}

export const spentBy = ({ calls }: SimLine, since: string): number =>
  calls.filter(({ day }) => day.startsWith(since)).reduce((sum, { price }) => sum + price, 0);

/** The limit that stops paid calls now. */
export function stopOf(sim: Simulation, line: SimLine): 'month' | 'day' | null {
  if (spentBy(line, sim.today.slice(0, 7)) >= line.limits.month) return 'month';
  return spentBy(line, sim.today) >= line.limits.day ? 'day' : null;
}

export const sipSituationOf = (sim: Simulation, userId: number) => sim.observer.line(userId).situation;
export const ha1Of = (login: string, password: string) =>
  createHash('md5').update(`${login}:${SIP_DOMAIN}:${password}`).digest('hex');
