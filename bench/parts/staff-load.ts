// The staff at work: a process of `staff-office.ts`.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { callAt, pathOf, type SoughtContract, type StaffCall } from './staff-calls.ts';
import type { Office, Shift, ShiftOutcome } from './staff-office.ts';
import { received } from './viewer.ts';

/** Connections of a program: as many of its calls as a process of the portal runs at once. */
const CONNECTIONS = 5;
/** A clerk looks for somebody, opens his card, reads on, and takes his money: a call a second. */
const CLERK_PACE_MS = 1000;
const VISIT: readonly StaffCall[] = ['search', 'card', 'timeline', 'desk payer'];

/** Works a shift for each message after the first. */
async function obey(): Promise<void> {
  const [office] = (await once(process, 'message')) as [Office];
  const clerks = await Promise.all(office.clerks.map((who) => openLine(office.port, who)));
  const programs = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => office.programs)
      .flat()
      .map((who) => openLine(office.port, who)),
  );
  const staff = new Staff(clerks, programs, office.contracts);
  process.on('message', (shift: Shift) => void staff.work(shift).then((outcome) => process.send?.(outcome)));
}

interface Line {
  readonly socket: Socket;
  readonly who: string;
}

async function openLine(port: number, who: string): Promise<Line> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  return { socket, who };
}

interface Due {
  readonly at: number;
  readonly call: StaffCall;
  readonly count: number;
  readonly contract: SoughtContract;
}

class Staff {
  readonly #clerks: readonly Line[];
  readonly #programs: readonly Line[];
  readonly #contracts: readonly SoughtContract[];
  /** Goes on from shift to shift, so that each asks about other contracts. */
  #count = 0;

  constructor(clerks: readonly Line[], programs: readonly Line[], contracts: readonly SoughtContract[]) {
    this.#clerks = clerks;
    this.#programs = programs;
    this.#contracts = contracts;
  }

  async work({ perSecond, ms }: Shift): Promise<ShiftOutcome> {
    const until = performance.now() + ms;
    const notes = new Notes();
    const clerks = this.#clerks.map((line, place) => this.#serve(line, place, until, notes));
    const ofPrograms = Math.max(0, perSecond - (this.#clerks.length * 1000) / CLERK_PACE_MS);
    await Promise.all([...clerks, this.#ask(ofPrograms, until, notes)]);
    return notes;
  }

  async #serve(line: Line, place: number, until: number, notes: Notes): Promise<void> {
    for (let at = performance.now(); at < until; at += CLERK_PACE_MS) {
      await pause(Math.max(0, at - performance.now()));
      const count = this.#count++;
      // One visitor for all steps of a visit; the clerks have different ones.
      const step = Math.floor(at / CLERK_PACE_MS);
      const contract = this.#contractAt(Math.floor(step / VISIT.length) * this.#clerks.length + place);
      await send(line, { at, call: VISIT[step % VISIT.length] ?? 'search', count, contract }, notes);
    }
  }

  /** At a fixed rate, however slow the replies are; a call that finds no free connection waits, and its time runs. */
  async #ask(perSecond: number, until: number, notes: Notes): Promise<void> {
    const waiting: Due[] = [];
    const free = [...this.#programs];
    const running = new Set<Promise<void>>();
    const sendAll = (): void => {
      if (performance.now() >= until) return;
      for (let line = free.pop(); line !== undefined; line = free.pop()) {
        const due = waiting.shift();
        if (!due) return void free.push(line);
        const sent = send(line, due, notes).then(() => {
          running.delete(sent);
          free.push(line);
          sendAll();
        });
        running.add(sent);
      }
    };
    for (let at = performance.now(); at < until; at += 1000 / perSecond) {
      const early = at - performance.now();
      if (early > 1) await pause(early);
      const count = this.#count++;
      waiting.push({ at, call: callAt(count), count, contract: this.#contractAt(count) });
      sendAll();
    }
    await Promise.all(running);
    notes.unsent = waiting.length;
  }

  #contractAt(count: number): SoughtContract {
    const contract = this.#contracts[count % this.#contracts.length];
    if (!contract) throw new Error('Nobody is there to look for');
    return contract;
  }
}

class Notes implements ShiftOutcome {
  readonly times: Partial<Record<StaffCall, number[]>> = {};
  readonly refused: Record<string, number> = {};
  unsent = 0;
}

async function send({ socket, who }: Line, { at, call, count, contract }: Due, notes: Notes): Promise<void> {
  socket.write(
    `GET ${pathOf(call, contract, count)} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\n${who}\r\n\r\n`,
  );
  try {
    await received(socket);
    (notes.times[call] ??= []).push(performance.now() - at);
  } catch (error) {
    const status = /HTTP\/1\.1 (\d+)/.exec(String(error))?.[1] ?? String(error);
    notes.refused[status] = (notes.refused[status] ?? 0) + 1;
  }
}

await obey();
