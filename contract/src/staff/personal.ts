import { z } from 'zod';
import type { OperatorRole } from '../kernel/call/staff-call.ts';

/** Who sees people whole. The others are to see them masked (staff.md, 4), so until then they see no card. */
export const SEE_PEOPLE: readonly OperatorRole[] = ['cashier', 'support', 'engineer', 'accountant'];

/** What of a reply is somebody's own, by kind: who may not see it whole gets it masked (staff.md, 4). */
export type PersonalKind = 'name' | 'phone' | 'address' | 'document' | 'mail' | 'call';

/** Marks a field with what it tells of a person; the marks are read from the schema of the reply. */
const personal = (kind: PersonalKind) => z.string().meta({ personal: kind });

export const PersonName = personal('name');
export const PersonPhone = personal('phone');
export const PersonAddress = personal('address');
export const PersonMail = personal('mail');
/** Whom he called, or who called him. */
export const PersonCall = personal('call');
