import { z } from 'zod';
import type { Sms, TextMessage } from './port.ts';

/** A gateway of the kind of SMSC.ru. */
export interface SmscSettings {
  readonly url: string;
  readonly login: string;
  readonly password: string;
  /** The name that the phone shows. */
  readonly sender?: string;
}

const TIMEOUT_MS = 10_000;

const Reply = z.object({
  id: z.union([z.int(), z.string()]).optional(),
  error: z.string().optional(),
  error_code: z.int().optional(),
});

/** The gateway refuses this message, and would refuse it again: a bad number, a forbidden text. */
const REFUSED = new Set([6, 7, 8]);

class Refused extends Error {}

/** SMSC.ru by HTTP (smsc.ru/api/http): `fmt=3` answers JSON. The password goes in the body, so that no log of addresses has it. */
export const smscGateway = ({ url, login, password, sender }: SmscSettings): Sms => ({
  async send({ to, text, key }: TextMessage) {
    const response = await fetch(`${url}/sys/send.php`, {
      method: 'POST',
      body: new URLSearchParams({
        login,
        psw: password,
        phones: to,
        mes: text,
        charset: 'utf-8',
        fmt: '3',
        ...(sender !== undefined && { sender }),
        ...(key !== undefined && { id: key.replaceAll('-', '') }),
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { id, error, error_code: code = 0 } = Reply.parse(await response.json());
    if (id !== undefined && error === undefined) return;
    const said = `SMS gateway: ${code} ${error ?? `status ${response.status}`}`;
    throw REFUSED.has(code) ? new Refused(said) : new Error(said);
  },
});

/** Sends by the first gateway that takes the message; one that every gateway would refuse is not tried again elsewhere. */
export const firstThatTakes = (gateways: readonly Sms[]): Sms => ({
  async send(message) {
    const failures: string[] = [];
    for (const gateway of gateways) {
      try {
        await gateway.send(message);
        return;
      } catch (error) {
        if (error instanceof Refused) throw error;
        failures.push((error as Error).message);
      }
    }
    throw new Error(failures.join('; '));
  },
});
