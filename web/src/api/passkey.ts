import { makeWanted, signAsked } from '#web/lib/page/authenticator.ts';
import { send } from './client.ts';
import { contract, type Wire } from './contract.ts';

export { hasPasskeys, hasPasskeysInField, isDeclined, isThereAlready } from '#web/lib/page/authenticator.ts';

/** Lets the visitor choose a passkey, and returns what it has signed. In the field: waits until he chooses it there. */
export const signByPasskey = async (where?: { inField: boolean }) =>
  signAsked(await send(contract.auth.passkeyQuestion, {}), where);

/** Makes a passkey on this device, or on another one that the browser offers. */
export const makePasskey = (asked: Wire<typeof contract.security.beginPasskey>) => makeWanted(asked);
