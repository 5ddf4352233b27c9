import type { contract, Wire } from '#api/contract.ts';
import { sayError, saySuccess } from '#ui/toast-store.ts';

export type SipLine = Wire<typeof contract.sipUser.get>;
export type Limits = NonNullable<SipLine['limits']>;
export type Registration = NonNullable<SipLine['registrations']>[number];

export const TRANSPORTS = { udp: 'UDP', tcp: 'TCP', tls: 'TLS' } as const;

/** The clipboard may be forbidden: then the text on the screen can be copied by hand. */
export const copy = (text: string, said: string): void => {
  void navigator.clipboard.writeText(text).then(
    () => saySuccess(said),
    () => undefined,
  );
};

export const sayRefused = (failure: Error): void => void sayError(failure, 'Не получилось. Повторите через минуту');
