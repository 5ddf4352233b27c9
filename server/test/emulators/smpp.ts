import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp, { type Pdu, type Session } from 'smpp';
import { onTestFinished } from 'vitest';
import type { SmppSettings } from '#server/integrations/sms/smpp-line.ts';

export interface TakenPart {
  readonly to: string;
  readonly from: string;
  readonly text: string;
  /** Reference, parts and number of this part; undefined for a message of one part. */
  readonly header: readonly number[] | undefined;
  readonly wantsReport: boolean;
}

const OK = 0;
const WRONG_PASSWORD = 0x0e;

/** A gateway by the library `smpp`, which knows nothing of our code. */
export async function emulatedSmpp() {
  const sessions = new Set<Session>();
  const state = {
    /** Statuses of the next messages; then each is taken. */
    statuses: [] as number[],
    /** Whether it answers nothing. */
    isSilent: false,
    taken: [] as TakenPart[],
    binds: 0,
    enquiries: 0,
    /** The most messages that waited for an answer at once. */
    mostAtOnce: 0,
    answerAfterMs: 0,
  };
  let waiting = 0;
  const take = (session: Session, pdu: Pdu) => {
    if (state.isSilent) return;
    waiting += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, waiting);
    setTimeout(() => {
      waiting -= 1;
      const status = state.statuses.shift() ?? OK;
      if (status === OK) state.taken.push(partOf(pdu));
      session.send(pdu.response({ command_status: status, message_id: `m${state.taken.length}` }));
    }, state.answerAfterMs);
  };
  const server = smpp.createServer((session) => {
    sessions.add(session);
    const lost = () => void sessions.delete(session);
    session.on('error', lost);
    session.on('close', lost);
    session.on('bind_transceiver', (pdu) => {
      if (state.isSilent) return;
      const isKnown = pdu.system_id === 'volga' && pdu.password === 'secret';
      if (isKnown) state.binds += 1;
      session.send(pdu.response({ command_status: isKnown ? OK : WRONG_PASSWORD }));
    });
    session.on('enquire_link', (pdu) => {
      state.enquiries += 1;
      if (!state.isSilent) session.send(pdu.response());
    });
    session.on('submit_sm', (pdu) => take(session, pdu));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  const settings: SmppSettings = {
    url: `smpp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    login: 'volga',
    password: 'secret',
    sender: 'Volga',
    timeoutMs: 2000,
    firstPauseMs: 20,
    throttlePauseMs: 20,
  };
  return {
    state,
    settings,
    /** Breaks every line. */
    cut: () => {
      for (const session of sessions) session.destroy();
    },
    /** Brings a report; resolves to the status of our answer. */
    report: (fields: object): Promise<number> =>
      new Promise((resolve) => {
        const [session] = sessions;
        session?.deliver_sm(fields, ({ command_status: status }) => resolve(status));
      }),
  };
}

function partOf(pdu: Pdu): TakenPart {
  const { message, udh } = pdu.short_message;
  const [element] = udh ?? [];
  return {
    to: pdu.destination_addr,
    from: pdu.source_addr,
    text: message.toString(),
    header: element && [...element],
    wantsReport: pdu.registered_delivery === 1,
  };
}
