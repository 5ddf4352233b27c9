import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import type { PaymentAgent } from '#domain/payments/payment-agents/payment-agent.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Provider } from '#kernel/provider.ts';
import type { Acquirer } from '#integrations/acquirer/port.ts';
import type { Network } from '#integrations/network/port.ts';
import { dayCell, sumCell } from './cells.ts';

export interface Tools {
  readonly db: Database;
  readonly now: Date;
  readonly clock: Clock;
  readonly log: Logger;
  readonly provider: Provider;
  /** The bank that takes payments by QR. */
  readonly acquirer: Acquirer;
  readonly network: Network;
  /** Banks and terminals that bring payments themselves. */
  readonly agents: readonly PaymentAgent[];
  /** Prints a line. */
  readonly say: (line: string) => void;
}

interface Named {
  readonly words: readonly string[];
  /** What follows the words, as the help names it; in brackets what may be left out. */
  readonly arguments: readonly string[];
  readonly help: string;
}

export interface Command extends Named {
  /** Answers the exit code: 0 when all is well. */
  readonly run: (tools: Tools, given: readonly string[]) => Promise<number>;
}

/** A command for when the tools may not be had: nothing is opened before it. */
export interface BareCommand extends Named {
  readonly runBare: (say: Tools['say']) => Promise<number>;
}

/** What the operator sees when an argument is wrong. */
export class WrongArgument extends Error {}

export function numberOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new WrongArgument(`Это не номер: ${text}`);
}

export function idOf(text: string): string {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return text;
  throw new WrongArgument(`Это не номер платежа: ${text}`);
}

export function dayOf(text: string): Day {
  const day = dayCell(text);
  if (day !== undefined) return day;
  throw new WrongArgument(`Это не день: ${text}. День пишется так: 2026-11-20`);
}

/** A sum above nothing. */
export function sumOf(text: string): Kopecks {
  const amount = sumCell(text);
  if (amount !== undefined) return amount;
  throw new WrongArgument(`Это не сумма: ${text}. Сумма пишется так: 100,50`);
}

/** Words of the operator's that are kept: something, and no more than the index or the page has room for. */
export function textOf(text: string, most: number, what: string): string {
  const trimmed = text.trim();
  if (trimmed !== '' && trimmed.length <= most) return trimmed;
  throw new WrongArgument(`${what}: от 1 до ${most} знаков`);
}

/** Most signs of the number of a document. */
export const LONGEST_DOCUMENT = 100;
/** Most signs of a line of the history. */
export const LONGEST_LINE = 500;
