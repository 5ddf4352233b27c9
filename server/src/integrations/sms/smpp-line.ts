import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { GATEWAY_TIMEOUT_MS } from '../gateway-call.ts';
import type { TakeReport } from './port.ts';
import { ANSWER, bindBody, COMMAND, packet, packetReader, type Packet } from './smpp-pdu.ts';
import { reportOf } from './smpp-report.ts';

/** A gateway by SMPP 3.4, as mobile operators and aggregators have it. */
export interface SmppSettings {
  /** `smpp://host:2775`, or `smpps://` */
  readonly url: string;
  readonly login: string;
  readonly password: string;
  /** The name or the number that the phone shows. */
  readonly sender: string;
  readonly timeoutMs?: number;
  /** Milliseconds between questions whether the line is alive. */
  readonly enquireMs?: number;
  /** Milliseconds before the first new attempt to connect; each next one waits twice as long. */
  readonly firstPauseMs?: number;
  /** Milliseconds before a part that the gateway puts off is sent again. */
  readonly throttlePauseMs?: number;
}

const PORTS: Readonly<Record<string, number>> = { 'smpp:': 2775, 'smpps:': 3550 };
const ENQUIRE_MS = 30_000;
/** «Temporary error of the application»: after it the gateway sends the report again. */
const BRING_AGAIN = 0x64;

/** One connection that has signed in. */
export interface SmppConnection {
  ask(command: number, body?: Buffer): Promise<Packet>;
  end(): void;
  readonly ended: Promise<void>;
}

/** Connects and signs in. */
export async function openLine(
  { url, login, password, timeoutMs = GATEWAY_TIMEOUT_MS, enquireMs = ENQUIRE_MS }: SmppSettings,
  take: TakeReport,
): Promise<SmppConnection> {
  const line = lineOf(socketTo(url), timeoutMs, take);
  try {
    const { status } = await line.ask(COMMAND.bindTransceiver, bindBody(login, password));
    if (status !== 0) throw new Error(`SMPP: sign-in was refused with 0x${status.toString(16)}`);
  } catch (error) {
    line.end();
    throw error;
  }
  const timer = setInterval(() => {
    line.ask(COMMAND.enquireLink).catch(() => {
      line.end();
    });
  }, enquireMs).unref();
  void line.ended.then(() => {
    clearInterval(timer);
  });
  return line;
}

function socketTo(url: string): Socket {
  const { protocol, hostname, port } = new URL(url);
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (PORTS[protocol] ?? 0) : Number(port) };
  // The process may end while the line is open.
  return (protocol === 'smpps:' ? connectSecurely({ ...at, servername: at.host }) : connectPlain(at)).unref();
}

interface PendingReply {
  readonly resolve: (answer: Packet) => void;
  readonly reject: (error: Error) => void;
}

function lineOf(socket: Socket, timeoutMs: number, take: TakeReport): SmppConnection {
  const asked = new Map<number, PendingReply>();
  let sequence = 0;
  const read = packetReader();
  const write = (one: Packet) => void socket.write(packet(one));
  const answer = ({ command, sequence: number }: Packet, status = 0, body = Buffer.alloc(0)) => {
    write({ command: (command | ANSWER) >>> 0, status, sequence: number, body });
  };
  const bring = async (one: Packet) => {
    const report = reportOf(one.body);
    const status = report
      ? await take(report).then(
          () => 0,
          () => BRING_AGAIN,
        )
      : 0;
    answer(one, status, Buffer.from('\0'));
  };
  const hear = (one: Packet) => {
    if (one.command >= ANSWER) {
      asked.get(one.sequence)?.resolve(one);
      asked.delete(one.sequence);
    } else if (one.command === COMMAND.deliver) void bring(one);
    else {
      answer(one);
      if (one.command === COMMAND.unbind) socket.end();
    }
  };
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      for (const { reject } of asked.values()) reject(new Error('SMPP: the line broke'));
      asked.clear();
      resolve();
    });
  });
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk).forEach(hear);
    } catch {
      socket.destroy();
    }
  });
  return {
    ended,
    end: () => void socket.destroy(),
    ask: (command, body = Buffer.alloc(0)) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) {
          reject(new Error('SMPP: the line broke'));
          return;
        }
        sequence += 1;
        const number = sequence;
        const timer = setTimeout(() => {
          asked.delete(number);
          reject(new Error('SMPP: no answer'));
        }, timeoutMs);
        const done =
          <Value>(how: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(timer);
            how(value);
          };
        asked.set(number, { resolve: done(resolve), reject: done(reject) });
        write({ command, status: 0, sequence: number, body });
      }),
  };
}
