import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { RefusedForGood, TooManyRequests } from '#server/kernel/job/delivery.ts';
import { fittingText } from '../fitting-text.ts';
import type { SmsGateway } from './gateways.ts';
import type { TakeReport } from './port.ts';
import { openLine, type SmppConnection, type SmppSettings } from './smpp-line.ts';
import { COMMAND, messageIdOf, textPartsOf, submitBody } from './smpp-pdu.ts';
import { SMPP } from './smpp-report.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** The most messages that wait for their responses at once. */
const WINDOW = 10;
/** The most characters of a message: ten parts of Cyrillic letters. */
const LONGEST = 670;
/** The pause before a part that the gateway puts off is sent again, and the number of tries. */
const THROTTLE_PAUSE_MS = 1000;
const THROTTLE_TRIES = 3;
const THROTTLE_WAIT_MS = 30_000;

/** Its queue is full, or we send too quickly. */
const THROTTLED = new Set([0x14, 0x58]);
/** A wrong length, a wrong number of the recipient. */
const REFUSED = new Set([0x01, 0x0b]);
/** A line is opened when it is needed, or kept open for reports by `listen`. */
export function smppGateway(settings: SmppSettings): SmsGateway {
  const { sender, firstPauseMs = FIRST_PAUSE_MS, throttlePauseMs = THROTTLE_PAUSE_MS } = settings;
  let opening: Promise<SmppConnection> | undefined;
  let take: TakeReport | undefined;
  let reference = randomInt(256);
  const window = places(WINDOW);

  const line = (): Promise<SmppConnection> => {
    opening ??= openLine(settings, (report) =>
      take ? take(report) : Promise.reject(new Error('nobody listens')),
    ).then(
      (opened) => {
        void opened.ended.then(() => (opening = undefined));
        return opened;
      },
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };

  return {
    name: SMPP,
    async send({ to, text }) {
      const opened = await line();
      const ids: string[] = [];
      reference += 1;
      for (const part of textPartsOf(fittingText(text, LONGEST), reference)) {
        const body = submitBody({ from: senderOf(sender), to: { ton: 1, npi: 1, digits: to }, part });
        ids.push(await window(() => submit(opened, body, throttlePauseMs)));
      }
      return ids;
    },
    listen(report) {
      take = report;
      const stopping = new AbortController();
      const kept = keepOpen(line, firstPauseMs, stopping.signal);
      return {
        async end() {
          stopping.abort();
          await opening?.then((opened) => opened.end()).catch(() => undefined);
          await kept;
        },
      };
    },
  };
}

/** Opens the line again whenever it breaks, after growing pauses. */
async function keepOpen(line: () => Promise<SmppConnection>, firstPauseMs: number, signal: AbortSignal): Promise<void> {
  let wait = firstPauseMs;
  while (!signal.aborted) {
    try {
      const { ended } = await line();
      wait = firstPauseMs;
      await ended;
    } catch {
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
    }
    await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Sends a message; returns the gateway's id of it. */
async function submit(line: SmppConnection, body: Buffer, pauseMs: number, tries = 1): Promise<string> {
  const { status, body: answer } = await line.ask(COMMAND.submit, body);
  if (status === 0) return messageIdOf(answer);
  const said = `SMPP: status 0x${status.toString(16)}`;
  if (REFUSED.has(status)) throw new RefusedForGood(said);
  if (!THROTTLED.has(status)) throw new Error(said);
  if (tries >= THROTTLE_TRIES) throw new TooManyRequests(said, THROTTLE_WAIT_MS);
  await pause(pauseMs);
  return submit(line, body, pauseMs, tries + 1);
}

/** The fields of a sender: a name of letters, a short number or a number of eleven digits. */
function senderOf(sender: string) {
  if (!/^\d+$/.test(sender)) return { ton: 5, npi: 0, digits: sender };
  return sender.length < 8 ? { ton: 3, npi: 0, digits: sender } : { ton: 1, npi: 1, digits: sender };
}

/** Limits how many pieces of work run at once. */
function places(most: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
