import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { networkOf } from './address.rules.ts';
import { describeBrowser } from './browser.rules.ts';
import { isKnownDevice, rememberDevice } from './known-device.queries.ts';
import { newDevice } from './notices.ts';
import { hasSignedInBefore, identify } from './session.queries.ts';
import { endPortalSession, startSession } from './session.ts';
import type { NewPass } from './session.rules.ts';

/** The browser that somebody signs in from. */
interface Browser {
  readonly ip: string;
  readonly browser: string;
  readonly token: string | undefined;
  readonly device: string | undefined;
}

/**
 * Signs in an authenticated subscriber: ends the previous session of this browser, starts a new one, and makes the browser
 * known. If the browser was unknown, the subscriber is told, unless `isTold` says that he is told of this sign-in anyway.
 */
export async function enter(
  tx: Tx,
  contractId: number,
  { ip, browser, token, device }: Browser,
  { at, isTold = false }: { at: At; isTold?: boolean },
): Promise<{ pass: NewPass; device: string }> {
  const { now } = at;
  if (token !== undefined) await endFormer(tx, token, now);
  const isNew = !isTold && !(await isKnownDevice(tx, contractId, device, now));
  // The very first sign-in of a contract always comes from a new browser, so nobody is warned.
  const isStrange = isNew && (await hasSignedInBefore(tx, contractId));
  const pass = await startSession(tx, contractId, { ip, browser }, now);
  if (isStrange) {
    const seen = { sessionId: pass.refresh.sessionId, browser: describeBrowser(browser), network: networkOf(ip) };
    await notify(tx, newDevice, contractId, { ...seen, when: issuedText(instant(now), at.zone) }, at);
  }
  return { pass, device: await rememberDevice(tx, contractId, device, now) };
}

async function endFormer(tx: Tx, token: string, now: Date): Promise<void> {
  const former = await identify(tx, token, now);
  const contractId = former?.acting?.memberId ?? former?.contractId;
  if (former && contractId !== undefined) await endPortalSession(tx, contractId, former.sessionId, 'signed_out', now);
}
