import { settleMatter } from '#server/domain/messaging/notify.ts';
import { CALL_TOPIC } from './topic.ts';
import { dayIn, instant, type Day } from '@kabinet/contract/kernel/day';
import type { Phone } from '@kabinet/contract/kernel/phone';
import type { Tx } from '#server/db/database.ts';
import { helpDeskHearsRequest } from '#server/domain/help-desk/tell.ts';
import { addressNetworksOf } from '#server/domain/identity/session/address.rules.ts';
import { takeOne } from '#server/domain/services/access/allowance.queries.ts';
import { hashOf, newSecret } from '#server/domain/shared/secrets.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { callTimes, OF_NUMBER, type CallSpan } from './call-back.rules.ts';
import { possiblePlans } from './coverage.ts';
import { bringForward, insertEcho } from './echo.queries.ts';
import {
  coverageOf,
  hasTown,
  insertCallBack,
  insertConsent,
  insertNewClient,
  openCallBack,
  openNewClient,
  streetNamed,
  type CallBackRow,
  type HouseCoverage,
  type NewCallBack,
} from './guest.queries.ts';
import { promiseAnew } from './late.ts';

const MINUTE_MS = 60_000;
/** The most requests from one IP address. */
const OF_ADDRESS = { times: 3, within: 60 * MINUTE_MS };

/** Who asks, and the version of the consent that he has given. */
export interface GuestApplicant {
  readonly phone: Phone;
  /** The version of the consent that was shown. */
  readonly consent: string;
  readonly ip: string;
  readonly browser: string;
  readonly now: Date;
  readonly provider: Provider;
}

type Purpose = 'call_back' | 'new_client';
const TOO_OFTEN = { call_back: 'call_back_too_often', new_client: 'new_client_too_often' } as const;

function demandConsent({ consent, provider }: GuestApplicant): void {
  if (consent !== provider.support.consent.version) throw new Problem('consent_changed');
}

/**
 * Counts the request for the IP address and the number, and records the consent. A number that waits already is not counted
 * again; so a stranger cannot tell by a refusal whether a number waits.
 */
async function admit(tx: Tx, purpose: Purpose, asking: GuestApplicant, isWaiting: boolean): Promise<number> {
  const { phone, ip, now, browser, provider } = asking;
  const ofAddress = [`${purpose} ${addressNetworksOf(ip)[0]?.name ?? ''}`, OF_ADDRESS] as const;
  const ofNumber = [`${purpose} ${phone}`, OF_NUMBER] as const;
  for (const [bucket, allowance] of isWaiting ? [ofAddress] : [ofAddress, ofNumber]) {
    const { isTaken, from } = await takeOne(tx, bucket, allowance, now);
    const retryAfter = from ? Math.ceil((from.getTime() - now.getTime()) / 1000) : 0;
    if (!isTaken) throw new Problem(TOO_OFTEN[purpose], { retryAfter });
  }
  return insertConsent(tx, { purpose, ...provider.support.consent, phone, now, ip, browser });
}

interface CallWanted {
  readonly when: string | undefined;
  readonly topic: string;
  readonly contractId: number | undefined;
}

const missed = ({ support_phones: [ours] }: Provider): Problem => {
  const number = ours ? `: ${phoneText(ours.phone)}` : '';
  return new Problem('call_back_missed', {
    message: `Вы уже просили позвонить, и мы не позвонили вовремя. Простите. Позвоните нам${number}`,
  });
};

/** The promised time of an open request. If it has passed: the new promise or, without one, a refusal with the support's phone. */
async function promised(tx: Tx, open: CallBackRow, { phone, now, provider }: GuestApplicant): Promise<CallSpan> {
  const at = { now, zone: provider.time_zone };
  const call = (await promiseAnew(tx, open, provider.support.call_back, at)) ? await openCallBack(tx, phone) : open;
  if (!call || new Date(call.to) <= now) throw missed(provider);
  return { from: new Date(call.from), to: new Date(call.to) };
}

/**
 * Asks for a call. If the number waits for a call already, its own contract gets the time promised before. Anybody else must not
 * learn of it: he gets the time that he has chosen and a key of his own, and the number is called once (R-24, decision 0138).
 */
export async function askCallBack(tx: Tx, { when, topic, contractId }: CallWanted, asking: GuestApplicant) {
  const { phone, now, provider } = asking;
  demandConsent(asking);
  const open = await openCallBack(tx, phone);
  if (open && contractId !== undefined && open.contract_id === contractId) {
    return { phone, call: wireSpan(await promised(tx, open, asking)), key: null };
  }
  const times = callTimes(provider.support.call_back, now, provider.time_zone);
  const chosen = when === undefined ? times[0] : times.find(({ from }) => from.getTime() === Date.parse(when));
  if (!chosen) throw new Problem('call_back_time_gone');
  const consentId = await admit(tx, 'call_back', asking, open !== undefined);
  const key = newSecret();
  const call = { phone, topic, ...chosen, contractId: contractId ?? null, consentId, keyHash: hashOf(key), now };
  await (open ? echo(tx, open, call) : begin(tx, call));
  return { phone, call: wireSpan(chosen), key };
}

async function begin(tx: Tx, call: NewCallBack): Promise<void> {
  const id = await insertCallBack(tx, call);
  await helpDeskHearsRequest(tx, { kind: 'call_back', requestId: id, step: 'asked' });
  if (call.contractId !== null) await settleMatter(tx, call.contractId, CALL_TOPIC, call.now);
}

/** Stores a further request for a number that waits already; the number is called once. */
async function echo(tx: Tx, { call_back_id: callBackId }: CallBackRow, call: NewCallBack): Promise<void> {
  const asked = { ...call, callBackId };
  await insertEcho(tx, asked);
  await bringForward(tx, asked);
}

const wireSpan = ({ from, to }: CallSpan) => ({ from: instant(from), to: instant(to) });

interface ClientWanted {
  readonly name: string;
  readonly city: number;
  readonly street: string;
  readonly house: string;
  readonly flat: string | undefined;
  readonly services: readonly string[];
  readonly planId: number | undefined;
}

/** Registers somebody who wants to become a client; once for a number that waits already, with the same reply. */
export async function askConnection(tx: Tx, wanted: ClientWanted, asking: GuestApplicant) {
  const { phone, now } = asking;
  demandConsent(asking);
  const open = await openNewClient(tx, phone);
  const { streetId, coverage } = await placeOf(tx, wanted, dayIn(asking.provider.time_zone, now));
  const consentId = await admit(tx, 'new_client', asking, open !== undefined);
  if (open) return { coverage, phone };
  const id = await insertNewClient(tx, {
    ...wanted,
    phone,
    townId: wanted.city,
    streetId,
    flat: wanted.flat ?? null,
    planId: wanted.planId ?? null,
    coverage,
    consentId,
    now,
  });
  await helpDeskHearsRequest(tx, { kind: 'new_client', requestId: id, step: 'asked' });
  return { coverage, phone };
}

function nowhere(planId: number | undefined) {
  if (planId !== undefined) throw new Problem('plan_not_here');
  return { streetId: null, coverage: 'none' as const };
}

const isPossible = async (tx: Tx, planId: number, covered: HouseCoverage | undefined, today: Day): Promise<boolean> =>
  (await possiblePlans(tx, covered, today)).some(({ plan_id, possible }) => plan_id === planId && possible);

/** Finds the house and whether the network reaches it; refuses a plan that is not possible there. */
async function placeOf(tx: Tx, { city, street: name, house, planId }: ClientWanted, today: Day) {
  if (!(await hasTown(tx, city))) throw wrong('city', 'Такого города нет. Выберите из списка');
  const street = await streetNamed(tx, city, name);
  if (!street) return nowhere(planId);
  const covered = await coverageOf(tx, street.street_id, house);
  if (planId !== undefined && !(await isPossible(tx, planId, covered, today))) throw new Problem('plan_not_here');
  return { streetId: street.street_id, coverage: covered?.state ?? ('none' as const) };
}

const wrong = (field: string, message: string): Problem =>
  new Problem('bad_input', { errors: [{ path: `body.${field}`, message }] });
