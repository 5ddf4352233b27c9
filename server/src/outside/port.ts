import type { Acquirer, SandboxBank } from './acquirer/port.ts';
import type { Mail } from './mail/port.ts';
import type { Network } from './network/port.ts';

/** Every outside system behind its port; main.ts chooses the adapters. */
export interface Outside {
  readonly acquirer: Acquirer;
  /** Only where the acquirer is the built-in one. */
  readonly sandboxBank?: SandboxBank;
  readonly mail: Mail;
  readonly network: Network;
}
