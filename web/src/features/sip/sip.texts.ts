import type { contract, Wire } from '#web/api/contract.ts';
import { sayError } from '#web/ui/toast/toast-store.ts';

export type SipLine = Wire<typeof contract.sipUser.get>;
export type SipLimits = NonNullable<SipLine['limits']>;
export type Registration = NonNullable<SipLine['registrations']>[number];

export const TRANSPORTS = { udp: 'UDP', tcp: 'TCP', tls: 'TLS' } as const;

export const sayRefused = (failure: Error): void => void sayError(failure, 'Не получилось. Повторите через минуту');
