import type { Speed, SpeedServer } from './port.ts';
import { issueTicket } from './ticket.ts';

/** Servers that know the secret of the tickets. */
export const speedServers = (secret: string, servers: readonly SpeedServer[]): Speed => ({
  servers,
  ticket: (now) => issueTicket(secret, now),
});

/** A provider without a measuring server: nobody needs its tickets. */
export const noSpeedServers: Speed = { servers: [], ticket: (now) => ({ text: '', expiresAt: now }) };
