import type { Call } from './kernel/call/call.ts';
import type { EventKind } from './kernel/call/outdates.ts';
import type { ShareRole } from './kernel/sharing.ts';

export const roleMay = (role: ShareRole, { access, members }: Call): boolean =>
  access === 'public' || (members?.some((one) => one === role) ?? false);

/** The kinds of events that the stream sends to each role. */
export const HEARD_BY: Record<ShareRole, readonly EventKind[]> = {
  payer: ['money', 'service'],
  technician: ['service', 'applied', 'order', 'incident'],
  full: ['money', 'service', 'applied', 'order', 'message', 'incident'],
};
