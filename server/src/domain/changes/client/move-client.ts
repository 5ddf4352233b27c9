import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { giveBackUnused } from '#server/domain/billing/charging/give-back.queries.ts';
import { restoreAfterDebt } from '#server/domain/billing/debt/debt.ts';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { typesOf } from '#server/domain/services/service/kind.rules.ts';
import type { User } from '#server/domain/services/service/situation.rules.ts';
import { endLiveSessions } from '#server/domain/services/sessions/end-session.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { bumpContractVersion } from '../service-change/service-change.queries.ts';
import {
  clientAccounts,
  clientRow,
  placeClient,
  placeNamed,
  type FoundPlace,
  type TypedPlace,
} from './client.queries.ts';
import { chargedUpToToday } from './give.ts';
import { refuseOtherSource } from './source-of-town.ts';
import { isAtPlace, keepFormerPlace, releaseLine, servicesToMove, type MovedService } from './move.queries.ts';

export interface MoveRequest {
  readonly contractId: number;
  readonly place: TypedPlace;
  /** An engineer has said that a house that is not in the list can be connected. */
  readonly isWired: boolean;
  readonly document: string;
  readonly operator: string;
  readonly isRehearsal: boolean;
  /** What the network says of a house; undefined: it is not in its list. */
  readonly lineOf: (streetId: number, house: string) => Promise<HouseLine | undefined>;
}

interface HouseLine {
  readonly state: 'connected' | 'planned';
  readonly most_kbps: number | null;
}

interface MovedAccount {
  readonly kind: 'i' | 't';
  readonly account_no: string;
  readonly returned: Kopecks;
  readonly balance: Kopecks;
}

export interface Moved {
  readonly was: TypedPlace;
  readonly place: TypedPlace;
  readonly coverage: 'connected' | 'planned' | 'none';
  readonly services: { user_id: number; name: string; plan: string; possible: boolean; reason: string | null }[];
  readonly stays: string[];
  readonly accounts: MovedAccount[];
  readonly from: Day;
  readonly refusal: string | null;
}

/**
 * Moves a contract to another address from today: services with a line wait for the technician there and cost nothing until then, days
 * that are left are given back, the rest goes on. It is refused if the new house cannot have them; a rehearsal tells that instead.
 */
export async function moveClient(tx: Tx, wanted: MoveRequest, at: At): Promise<Moved> {
  const { contractId, place: typed, isRehearsal } = wanted;
  const was = await clientRow(tx, contractId);
  if (!was || was.state === 'closed') throw refused('Договор расторгнут: сначала возобновите его');
  const place = await newPlace(tx, wanted);
  // A planned change of plan or a pause of a day whose night is late begins first, at the former address.
  const today = await chargedUpToToday(tx, [contractId], at);
  const covered = place.street_id === null ? undefined : await wanted.lineOf(place.street_id, typed.house);
  const all = await servicesToMove(tx, contractId);
  const lines = all.filter(hasLine);
  const services = lines.map((line) => possibleAt(line, covered));
  const refusal = whyNotMoved(wanted, covered, lines, services);
  if (refusal !== null && !isRehearsal) throw refused(refusal);
  await keepFormerPlace(tx, { ...wanted, today, now: at.now });
  const accounts = await releaseLines(tx, wanted, lines, { ...at, today, address: lineAddress(place, typed) });
  await placeClient(tx, contractId, { ...place, house: typed.house, flat: typed.flat });
  await bumpContractVersion(tx, contractId);
  return {
    was,
    place: { ...typed, town: place.town, street: place.street },
    coverage: covered?.state ?? 'none',
    services,
    stays: all.filter((one) => !hasLine(one)).map(({ name }) => name),
    accounts,
    from: today,
    refusal,
  };
}

async function newPlace(tx: Tx, { contractId, place }: MoveRequest): Promise<FoundPlace> {
  const found = await placeNamed(tx, place);
  if (!found) throw new Problem('place_unknown');
  if (await isAtPlace(tx, contractId, found, place)) throw refused('Договор и так по этому адресу');
  await refuseOtherSource(tx, contractId, found);
  return found;
}

/** Internet and TV come by the line of the house; a telephone of the exchange and mail do not. */
const LINED: readonly string[] = [...typesOf('internet'), 'tv' satisfies User['user_type']];
const hasLine = ({ user_type: type }: MovedService): boolean => LINED.includes(type);

const KBPS = 1000;

function possibleAt({ user_id, name, plan, speed_mbit }: MovedService, covered: HouseLine | undefined) {
  const most = covered?.most_kbps ?? null;
  const isTooFast = most !== null && speed_mbit !== null && speed_mbit * KBPS > most;
  const reason = isTooFast ? `Линия дома держит до ${most / KBPS} Мбит/с` : null;
  return { user_id, name, plan, possible: !isTooFast, reason };
}

/** What rests or was closed would be opened by the technician. */
function whyNotReleased(lines: readonly MovedService[]): string | null {
  const paused = lines.find(({ state }) => state === 'paused');
  if (paused) return `${paused.name} на паузе: сначала верните услугу`;
  const closed = lines.find(({ reason }) => reason === 'operator' || reason === 'abuse');
  return closed ? `${closed.name} отключена провайдером: сначала включите её` : null;
}

function whyNotMoved(
  { isWired }: MoveRequest,
  covered: HouseLine | undefined,
  lines: readonly MovedService[],
  services: Moved['services'],
): string | null {
  const kept = whyNotReleased(lines);
  if (kept !== null) return kept;
  if (lines.length > 0 && covered?.state !== 'connected' && !isWired)
    return 'Дома нет в списке подключённых: спросите инженера, будет ли там линия';
  const tooFast = services.find(({ possible }) => !possible);
  if (tooFast) return `${tooFast.name} «${tooFast.plan}»: ${tooFast.reason ?? ''}. Сначала смените тариф`;
  return null;
}

const lineAddress = ({ street }: FoundPlace, { house, flat }: TypedPlace): string =>
  [street, house, flat === null ? null : `кв. ${flat}`].filter((part) => part !== null).join(', ');

async function releaseLines(
  tx: Tx,
  { contractId }: MoveRequest,
  lines: readonly MovedService[],
  { now, zone, today, address }: At & { readonly today: Day; readonly address: string },
): Promise<MovedAccount[]> {
  const at = { now, zone };
  const before = await clientAccounts(tx, contractId);
  for (const { user_id: userId } of lines) {
    await endLiveSessions(tx, userId, now);
    await releaseLine(tx, userId, address, now);
    await serviceChanged(tx, { userId });
  }
  await providerAccount(tx, 'revenue');
  const ids = before.map(({ account_id }) => account_id);
  await giveBackUnused(tx, ids, today, now);
  // What was given back may pay a debt of what goes on.
  for (const accountId of ids) await restoreAfterDebt(tx, accountId, at);
  const after = await clientAccounts(tx, contractId);
  return after.map(({ kind, account_no, balance }, index) => ({
    kind,
    account_no,
    balance,
    returned: kopecks(balance - (before[index]?.balance ?? balance)),
  }));
}

const refused = (message: string): Problem => new Problem('change_not_allowed', { message });
