import { isAtDomain } from '#web/lib/page/host.ts';
import { readable } from '#web/lib/text/readable.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Request } from '../api/contract.ts';

// The library of passkeys comes with the first use.

/** Whether this browser, at this address, can have passkeys at all. */
export const mayHavePasskeys = (): boolean => isAtDomain() && 'PublicKeyCredential' in window;

type Signed = Request<typeof contract.entry.signInByPasskey>['body']['passkey'];
type Made = Request<typeof contract.ownPasskeys.add>['body']['passkey'];
type Wanted = Parameters<Awaited<ReturnType<typeof library>>['makeWanted']>[0];

const library = () => import('#web/lib/page/authenticator.ts');

/** What a passkey has signed; undefined: she has closed the dialog of the browser. */
export async function signForStaff(): Promise<Signed | undefined> {
  const { signAsked, isDeclined } = await library();
  const question = await sendForStaff(contract.entry.askPasskey, {});
  return signAsked(question).catch((error: unknown) => {
    if (isDeclined(error)) return undefined;
    throw error;
  });
}

const THERE = 'На этом устройстве ваш ключ уже есть';

/** Makes a passkey; undefined: she has closed the dialog of the browser. */
export async function makeForStaff(wanted: Wanted): Promise<Made | undefined> {
  const { makeWanted, isDeclined, isThereAlready } = await library();
  return makeWanted(wanted).catch((error: unknown) => {
    if (isDeclined(error)) return undefined;
    throw isThereAlready(error) ? new Error(THERE) : error;
  });
}

/** What went wrong with a passkey, to be read. */
export const passkeyTrouble = (error: unknown): string =>
  readable(error instanceof Error ? error.message : '', 'С ключом не получилось. Повторите');
