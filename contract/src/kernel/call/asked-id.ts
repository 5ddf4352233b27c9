import type { z } from 'zod';
import { Id, inAddress, PhoneText } from './wire.ts';

declare const whose: unique symbol;

/** What a contract owns and a request may name. */
export type OwnedThing =
  | 'user'
  | 'phone_number'
  | 'payment'
  | 'payment_link'
  | 'ledger_entry'
  | 'session'
  | 'passkey'
  | 'personal_key'
  | 'internet_session'
  | 'message'
  | 'order'
  | 'call_back'
  | 'file'
  | 'incident'
  | 'registration'
  | 'share'
  | 'invitation'
  | 'contact'
  | 'archive';

/**
 * An id from a request: nobody has checked yet whether the caller's contract owns it. To the type system it is neither a number nor
 * a text, so only the function that checks the owner accepts it.
 */
export interface AskedId<Thing extends OwnedThing> {
  readonly [whose]: Thing;
}

/** Marks the schema of an id in a request. The value stays what it is. */
export const askedId = <Thing extends OwnedThing, S extends z.ZodType>(_thing: Thing, schema: S) =>
  schema as unknown as z.ZodType<AskedId<Thing>, z.input<S>>;

/** A service that a request names. */
export const AskedUser = askedId('user', Id);
/** The same in an address or a query. */
export const AskedUserInAddress = askedId('user', inAddress(Id));
/** A phone number that a request names. */
export const AskedNumber = askedId('phone_number', PhoneText);

/** The id as the request has it, to name a file by. */
export const asWritten = (id: AskedId<OwnedThing>): string => `${id as unknown as number | string}`;
