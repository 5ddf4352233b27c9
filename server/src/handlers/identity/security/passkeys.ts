import type { contract } from '@kabinet/contract';
import { isPerson } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { activeContact } from '#server/domain/identity/contacts/contact.queries.ts';
import { CHALLENGE_LIFE } from '#server/domain/identity/passkeys/challenge.ts';
import { rpIdOf } from '#server/domain/identity/passkeys/ceremony.ts';
import { putName } from '#server/domain/identity/passkeys/passkey.queries.ts';
import { addPasskey, beginPasskey, removePasskey, removePassword } from '#server/domain/identity/passkeys/passkeys.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler } from '#server/kernel/world.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';
import { ceremonyOf } from '../../shared/passkey.ts';

type Group = typeof contract.security;

// Opens its own transaction, because the reply with a challenge must not be stored for a repeat of the request.
const begin = withoutTransaction<Group['beginPasskey']>(async (_, scope) => {
  const { db, outside, provider, publicUrl, now, subscriber } = scope;
  const begun = await db.write(async (tx) => ({
    ...(await beginPasskey(tx, outside.vault, subscriber, now)),
    userName: await userNameOf(tx, subscriber.contractId),
  }));
  return {
    challenge: begun.challenge,
    rp_id: rpIdOf(publicUrl),
    rp_name: provider.name,
    user_handle: begun.handle,
    user_name: begun.userName,
    known: begun.known,
    lives_for: CHALLENGE_LIFE / 1000,
  };
});

/** How the device names whose passkey it is: the login that its owner knows. */
async function userNameOf(tx: Tx, contractId: number): Promise<string> {
  if (!isPerson(contractId)) return `Договор ${await contractNo(tx, contractId)}`;
  const phone = await activeContact(tx, contractId, 'phone');
  return phone === undefined ? ((await activeContact(tx, contractId, 'email')) ?? '') : phoneText(phone);
}

const add: Handler<Group['addPasskey']> = ({ body }, scope) => {
  const { db, request, subscriber } = scope;
  return addPasskey(db, { ...subscriber, browser: request.browser }, body.passkey, ceremonyOf(scope));
};

const rename: Handler<Group['renamePasskey']> = async ({ body }, { db, subscriber }) => {
  const renamed = await putName(db, subscriber.contractId, body.passkey_id, body.name);
  if (!renamed) throw new Problem('not_found');
  return renamed;
};

const remove: Handler<Group['removePasskey']> = ({ body }, { db, subscriber, now, provider }) =>
  removePasskey(db, subscriber.contractId, body.passkey_id, { now, zone: provider.time_zone });

const withoutPassword: Handler<Group['removePassword']> = async (_, { db, subscriber, now, provider }) => {
  const ended = await removePassword(db, subscriber, { now, zone: provider.time_zone });
  return { was_there: ended !== undefined, sessions_ended: ended ?? 0 };
};

export const passkeyHandlers = {
  beginPasskey: begin,
  addPasskey: add,
  renamePasskey: rename,
  removePasskey: remove,
  removePassword: withoutPassword,
};
