import { allCalls, type contract } from '@kabinet/contract';
import { matchGet } from '@kabinet/contract/kernel/address';
import { Problem } from '#kernel/problem.ts';
import type { ScopeOf } from '#kernel/world.ts';
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
  // A refused part is omitted: the client then requests it alone and shows that refusal in its place.
  index: async ({ body }, scope) => {
    const parts = partsOf(body);
    const answers = await Promise.allSettled(parts.map(({ call, raw }) => scope.ask(call, raw)));
    const refused: string[] = [];
    const answered: [string, unknown][] = [];
    for (const [index, { wanted }] of parts.entries()) {
      const answer = answers[index];
      if (answer?.status === 'fulfilled') answered.push([wanted, answer.value]);
      else if (answer?.reason instanceof Problem) refused.push(wanted);
      else throw answer?.reason;
    }
    if (refused.length > 0) scope.reply.header('x-refused-parts', refused.join(', '));
    return Object.fromEntries(answered);
  },
};

type Ask = Parameters<ScopeOf<typeof contract.byDefault.index>['ask']>;

interface Part {
  readonly wanted: string;
  readonly call: Ask[0];
  readonly raw: Ask[1];
}

/** Finds the call of each key; a key that names no read call refuses the whole batch. */
function partsOf(body: Readonly<Record<string, object>>): Part[] {
  const named = Object.entries(body).map(([wanted, value]) => ({ wanted, part: partOf(wanted, value) }));
  const errors = named
    .filter(({ part }) => part === undefined)
    .map(({ wanted }) => ({ path: `body.${wanted}`, message: 'Такого списка нет. Обновите страницу' }));
  if (errors.length > 0) throw new Problem('bad_input', { errors });
  return named.flatMap(({ part }) => part ?? []);
}

function partOf(wanted: string, value: object): Part | undefined {
  const match = matchGet(allCalls, wanted);
  // `user/change-program` is not a service whose id is a word.
  if (!match?.call.params.safeParse(match.params).success) return undefined;
  // Some clients write an empty object as `[]`.
  return { wanted, call: match.call, raw: { params: match.params, query: Array.isArray(value) ? {} : value } };
}
