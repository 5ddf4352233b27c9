import { SIP_DOMAIN } from '../sip-domain.ts';
import type { Simulation } from '../simulation.ts';
import { ABROAD, ha1Of, simLinesOf, sipSituationOf, stopOf, type SimLine } from './sip-lines.ts';

/** At rest the exchange's tables must be what the client was told. */
export async function brokenLines(sim: Simulation): Promise<string[]> {
  const broken: string[] = [];
  if (!sim.catalogue.callPrice) return broken;
  for (const [userId, line] of simLinesOf(sim)) {
    const must = mustBe(sim, userId, line);
    const is = await exchangeOf(sim, userId, line);
    if (JSON.stringify(is) !== JSON.stringify(must))
      broken.push(`the exchange treats line ${userId} as ${JSON.stringify(is)}, and must ${JSON.stringify(must)}`);
  }
  return broken;
}

function mustBe(sim: Simulation, userId: number, line: SimLine) {
  const isOpen = sipSituationOf(sim, userId) === 'active';
  const callable = (zone: string) => (line.open.has(zone) ? 'ok' : 'closed');
  return {
    isOpen,
    ...(line.password !== undefined && { ha1: ha1Of(line.login, line.password) }),
    closed: ABROAD.filter((zone) => !line.open.has(zone)).join(),
    stop: stopOf(sim, line) !== null,
    calls: isOpen ? ['ok', 'ok', callable('far'), callable('island')] : Array<string>(4).fill('unknown'),
    strangers: 0,
  };
}

const DIALLED = ['112', '79270000001', '8101234567', '8105123456'];

async function exchangeOf(sim: Simulation, userId: number, { login, password }: SimLine) {
  const [row] = await sim.rows<{
    is_open: boolean;
    ha1: string | null;
    zones: string[];
    until: Date | null;
    calls: string[];
  }>(
    `select is_open, ha1, closed_zones as zones, no_paid_calls_until as until,
       array(select sip.may_call($2, $3, dialled) from unnest($4::text[]) with ordinality d (dialled, at) order by at) as calls
     from sip.line where user_id = $1`,
    userId,
    login,
    SIP_DOMAIN,
    DIALLED,
  );
  const strangers = await sim.rows(
    `select from sip.location o where username = $1 and not exists (
       select from sip.subscriber s where s.username = o.username and s.ha1 = o.callid)`,
    login,
  );
  if (!row) return undefined;
  return {
    isOpen: row.is_open,
    ...(password !== undefined && { ha1: row.ha1 }),
    closed: row.zones.join(),
    stop: row.until !== null && new Date(row.until) > sim.at.now,
    // A spent limit ends by the clock of the exchange, which is not the simulated one.
    calls: row.calls.map((one) => (one === 'limit' ? 'ok' : one)),
    strangers: strangers.length,
  };
}
