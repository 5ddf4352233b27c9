import type { z } from 'zod';
import { User } from '../identity/user.ts';
import { PhoneNumber } from '../services/telephone-shapes.ts';
import { Movement, SumPart, Text } from '../shapes.ts';
import { Check, Event, File, Order } from '../support/support-shapes.ts';
import type { PersonalKind } from './personal.ts';

/** Fields of the shapes that the subscriber's calls have, too: a browser of a subscriber does not download these marks. */
const REUSED = new Map<z.core.$ZodType, PersonalKind>([
  // A mailbox is called by its address.
  [User.shape.name, 'words'],
  [User.shape.login, 'words'],
  [User.shape.address, 'address'],
  [User.shape.detail, 'words'],
  [User.shape.state_text, 'words'],
  [PhoneNumber.shape.phone_number, 'phone'],
  [PhoneNumber.shape.blocked_because, 'words'],
  [Movement.shape.text, 'words'],
  [Movement.shape.phone_number, 'phone'],
  [Movement.shape.service, 'words'],
  [Movement.shape.corrects, 'words'],
  [Movement.shape.corrected_by, 'words'],
  [Order.shape.text, 'words'],
  [Order.shape.last, 'words'],
  [Check.shape.title, 'words'],
  [Check.shape.value, 'words'],
  [Check.shape.detail, 'words'],
  [Event.shape.text, 'words'],
  [File.shape.name, 'words'],
  [SumPart.shape.text, 'words'],
  [Text.shape.text, 'words'],
]);

/** What a field tells of a person; undefined: nothing. */
export function personalKindOf(schema: z.core.$ZodType, meta: Readonly<Record<string, unknown>> | undefined) {
  return (meta?.['personal'] as PersonalKind | undefined) ?? REUSED.get(schema);
}
