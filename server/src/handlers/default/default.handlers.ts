import { allCalls, type contract } from '@kabinet/contract';
import { matchGet } from '@kabinet/contract/kernel/pages/address';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';
import { isLocal, townAt } from './default.queries.ts';

/** An IPv4 address from an IPv6 socket is written `::ffff:10.0.0.1`. */
const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');

export const defaultHandlers: PlainHandlers<typeof contract.byDefault> = {
  getTown: (_, { db, request }) => townAt(db, plainAddress(request.ip)),
  getIp: async (_, { db, request }) => {
    const ip = plainAddress(request.ip);
    return { ip, is_local: await isLocal(db, ip) };
  },
  // A part without an answer is omitted: the client then requests it alone and shows the refusal in its place.
  index: async ({ body }, scope) => {
    const settled = await Promise.allSettled(
      Object.entries(body).map(async ([wanted, value]) => ({
        wanted,
        ...(await answerTo(partOf(wanted, value), scope)),
      })),
    );
    const parts = settled.map((part) => {
      if (part.status === 'rejected') throw part.reason;
      return part.value;
    });
    const refused = parts.filter(({ isRefused }) => isRefused).map(({ wanted }) => inHeader(wanted));
    if (refused.length > 0) scope.reply.header('x-refused-parts', refused.join(', '));
    return Object.fromEntries(
      parts.filter(({ isRefused }) => !isRefused).map(({ wanted, answer }) => [wanted, answer]),
    );
  },
};

interface Answered {
  readonly isRefused: boolean;
  readonly answer?: unknown;
}

/** What a part is answered: a refusal, also where nothing of its name can be read. A failure is thrown. */
async function answerTo(part: Part | undefined, scope: ScopeOf<typeof contract.byDefault.index>): Promise<Answered> {
  if (part === undefined) return { isRefused: true };
  try {
    return { isRefused: false, answer: await scope.ask(part.call, part.raw) };
  } catch (error) {
    if (error instanceof Problem) return { isRefused: true };
    throw error;
  }
}

/** More of a name would let forty of them burst the header. */
const LONGEST_NAME = 80;

/** The name of a part, which may hold anything, as a header can hold it. */
const inHeader = (wanted: string): string =>
  encodeURI(wanted.toWellFormed()).replaceAll(',', '%2C').slice(0, LONGEST_NAME);

type Ask = Parameters<ScopeOf<typeof contract.byDefault.index>['ask']>;

interface Part {
  readonly call: Ask[0];
  readonly raw: Ask[1];
}

/** The call that a key names; undefined if it names no read. */
function partOf(wanted: string, value: object): Part | undefined {
  const match = matchGet(allCalls, wanted);
  // `user/change-program` is not a service whose id is a word.
  if (!match?.call.params.safeParse(match.params).success) return undefined;
  // Some clients write an empty object as `[]`.
  return { call: match.call, raw: { params: match.params, query: Array.isArray(value) ? {} : value } };
}
