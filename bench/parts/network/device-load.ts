// A device of access in a process of its own, which sends packets to RADIUS and waits for each answer; started by `deviceLoad`.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { loginPacket, reportPacket, type BenchLine, type Report } from './packets.ts';

export interface LoadWork {
  readonly port: number;
  readonly nas: string;
  readonly secret: string;
  readonly lines: readonly BenchLine[];
  /** A login of each line, or the reports of its session in turn. */
  readonly reports: readonly Omit<Report, 'session'>[] | 'logins';
  /** Of the session's number. */
  readonly turn: number;
  readonly copies: number;
  /** As fast as answers come, if it is left out. */
  readonly perSecond?: number;
}

export interface LoadOutcome {
  readonly accepted: number;
  readonly answered: number;
  readonly lost: number;
  readonly seconds: number;
}

const SOCKETS = 48;
const [PATIENCE_MS, TRIES] = [3000, 3];
const ACCEPT = 2;
/** New packets until one comes again: in a storm of a minute, two seconds, after which a device has waited in vain. */
const LATER = 2000;

type Packet = (id: number) => Buffer;

/** A Stop is of the session before that of a Start. */
const sessionOf = ({ login }: BenchLine, turn: number, kind: Report['kind']): string =>
  `${login}-${kind === 'Stop' ? turn - 1 : turn}`;

function packetsOf({ lines, nas, secret, reports, turn, copies }: LoadWork): Packet[] {
  const packets = lines.flatMap((line): Packet[] =>
    reports === 'logins'
      ? [(id) => loginPacket(line, nas, id, secret)]
      : reports.map(
          (report) => (id) =>
            reportPacket(line, nas, id, secret, { ...report, session: sessionOf(line, turn, report.kind) }),
        ),
  );
  const places = Array.from({ length: packets.length + (copies - 1) * LATER }, (_, place) => place);
  return places.flatMap((place) =>
    Array.from({ length: copies }, (_, copy) => packets[place - copy * LATER]).filter((packet) => packet !== undefined),
  );
}

async function work(asked: LoadWork): Promise<LoadOutcome> {
  const packets = packetsOf(asked);
  const began = performance.now();
  const outcome = { accepted: 0, answered: 0, lost: 0 };
  let next = 0;
  const untilDue = async (place: number): Promise<void> => {
    if (asked.perSecond === undefined) return;
    const left = began + (place * 1000) / asked.perSecond - performance.now();
    if (left > 1) await pause(left);
  };
  const sendAll = async (socket: Socket): Promise<void> => {
    for (let id = 0; next < packets.length; id = (id + 1) % 256) {
      const place = next++;
      await untilDue(place);
      const reply = await exchanged(socket, asked.port, id, packets[place]?.(id) ?? Buffer.alloc(0));
      if (!reply) outcome.lost += 1;
      else outcome.answered += 1;
      if (reply?.[0] === ACCEPT) outcome.accepted += 1;
    }
  };
  await Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const socket = createSocket('udp4').bind(0, asked.nas);
      await once(socket, 'listening');
      await sendAll(socket);
      socket.close();
    }),
  );
  return { ...outcome, seconds: (performance.now() - began) / 1000 };
}

async function exchanged(socket: Socket, port: number, id: number, packet: Buffer): Promise<Buffer | undefined> {
  for (let left = TRIES; left > 0; left -= 1) {
    const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
    const hear = (reply: Buffer) => reply[1] === id && resolve(reply);
    socket.on('message', hear);
    const late = setTimeout(resolve, PATIENCE_MS, undefined);
    socket.send(packet, port, '127.0.0.1');
    const reply = await promise;
    clearTimeout(late);
    socket.off('message', hear);
    if (reply) return reply;
  }
  return undefined;
}

process.on('message', (asked: LoadWork) => void work(asked).then((outcome) => process.send?.(outcome)));
