import { RefusedForGood, TooManyRequests } from '#server/kernel/job/delivery.ts';
import type { Sms, TakenText, TakeReport, TextMessage, TextReport } from './port.ts';

/** A gateway; two addresses of the same gateway have the same name. */
export interface SmsGateway {
  readonly name: string;
  /** Sends a message; returns the gateway's ids of the parts if it reports their delivery. */
  send(message: TextMessage): Promise<readonly string[]>;
  listen?(take: TakeReport): { end(): Promise<void> };
  readonly readReport?: (parameters: URLSearchParams) => TextReport | null | undefined;
}

/** Sends by the first gateway that accepts the message. A message that one refuses for good is not tried elsewhere. */
export function throughGateways(gateways: readonly SmsGateway[]): Sms {
  const reader = gateways.find(({ readReport }) => readReport !== undefined);
  return {
    gateways: [...new Set(gateways.map(({ name }) => name))],
    async send(message) {
      const failures: Error[] = [];
      for (const gateway of gateways.filter(({ name }) => !message.without?.includes(name))) {
        const taken = await tryBy(gateway, message);
        if (!(taken instanceof Error)) return taken;
        failures.push(taken);
      }
      throw failureOf(failures);
    },
    listen(take) {
      const lines = gateways.flatMap((gateway) => gateway.listen?.(take) ?? []);
      return { end: async () => void (await Promise.all(lines.map((line) => line.end()))) };
    },
    ...(reader?.readReport && { readReport: reader.readReport }),
  };
}

async function tryBy(gateway: SmsGateway, message: TextMessage): Promise<TakenText | undefined | Error> {
  try {
    const ids = await gateway.send(message);
    return ids.length === 0 ? undefined : { gateway: gateway.name, ids };
  } catch (error) {
    if (error instanceof RefusedForGood) throw error;
    return error as Error;
  }
}

/** If every gateway asks to wait, the shortest wait is enough. */
function failureOf(failures: readonly Error[]): Error {
  const said = failures.map(({ message }) => message).join('; ') || 'no gateway is left';
  const waits = failures.flatMap((failure) => (failure instanceof TooManyRequests ? [failure.waitMs] : []));
  return waits.length > 0 && waits.length === failures.length
    ? new TooManyRequests(said, Math.min(...waits))
    : new Error(said);
}
