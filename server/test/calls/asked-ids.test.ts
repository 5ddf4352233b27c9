import { expectTypeOf, test } from 'vitest';
import type { contract } from '@kabinet/contract';
import type { AskedId, OwnedThing } from '@kabinet/contract/kernel/call/asked-id';
import type { Call, Input } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { serviceRow } from '#server/domain/services/service/service-row.queries.ts';

/** Fields that name something that a contract owns. `foreign-ids.long.test.ts` finds them in the schemas and asks each with a foreign id. */
type Owned =
  | 'id'
  | 'user_id'
  | 'phone_number'
  | 'payment_id'
  | 'payment_link_id'
  | 'entry_id'
  | 'session_id'
  | 'passkey_id'
  | 'personal_key_id'
  | 'share_id'
  | 'invitation_id'
  | 'internet_session_id'
  | 'order_id'
  | 'file_id'
  | 'incident_id';

/** Such fields of one part of a request that code could use without a check; a part with fields of any name has none by name. */
type UncheckedIn<Part> = Part extends unknown ? (string extends keyof Part ? never : UncheckedField<Part>) : never;
type UncheckedField<Part> = {
  [Name in keyof Part & Owned]: Exclude<Part[Name], null | undefined> extends AskedId<OwnedThing> ? never : Name;
}[keyof Part & Owned];

type UncheckedOf<C> = C extends Call
  ? UncheckedIn<Input<C>['params']> | UncheckedIn<Input<C>['query']> | UncheckedIn<Input<C>['body']>
  : never;
/** Its phone is one that the client writes himself, and names nothing that anybody owns. */
type WithoutOwner = typeof contract.notice.setMobile;
type Calls = { [Group in keyof typeof contract]: (typeof contract)[Group][keyof (typeof contract)[Group]] };

test('each id of a request that a contract may own must be checked before it is used', () => {
  expectTypeOf<UncheckedOf<Exclude<Calls[keyof Calls], WithoutOwner>>>().toEqualTypeOf<never>();
});

test('an id of a request is no number until its owner has been looked up', () => {
  const unchecked = async (tx: Tx, { user_id }: Input<typeof contract.plan.delayCancel>['body']) => {
    // @ts-expect-error it may be a service of somebody else
    await serviceRow(tx, user_id, { lock: false });
    const { userId } = await ownUser(tx, { contractId: 100_001 }, user_id);
    await serviceRow(tx, userId, { lock: false });
    // @ts-expect-error a number of one's own making is not one that was asked about
    await ownUser(tx, { contractId: 100_001 }, 7);
  };
  expectTypeOf(unchecked).returns.resolves.toBeVoid();
});
