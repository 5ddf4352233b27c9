import { randomInt, randomUUID } from 'node:crypto';
import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { clockText } from '#server/domain/shared/text.rules.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { TvPlatform } from '#server/integrations/tv/port.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { allowanceLeft, takeOne } from '../access/allowance.queries.ts';
import { closeTvCodeEffect, openTvCodeEffect } from './effects.ts';
import { knownTv, refuseUnlessWatched } from './tv-service.ts';
import { tvCodeOf, keepTvCode, type CodeRow } from './tv.queries.ts';
import { CODE_LEAST_MS, TV_CODE_LIFE_MS, CODES, whyNoRemote } from './tv.rules.ts';

interface Whose {
  readonly userId: number;
  /** The login that some platforms require besides the code. */
  readonly login: string | null;
  /** Why no code can be made; null if one can. */
  readonly why: string | null;
}

interface Around {
  readonly now: Date;
  readonly vault: Vault;
}

const bucketOf = (userId: number) => `tv-code:${userId}`;
const ownerOf = (userId: number) => `tv-code:${userId}`;

/** The code, in plain text. */
export const openedCode = (vault: Vault, userId: number, { secret }: Pick<CodeRow, 'secret'>): string =>
  vault.open(secret, ownerOf(userId));

/** The code of a service that is still valid, and whether one can be made. */
export async function activationOf(tx: Tx, { userId, login, why }: Whose, { now, vault }: Around) {
  const [row, { left }] = await Promise.all([tvCodeOf(tx, userId), allowanceLeft(tx, bucketOf(userId), CODES, now)]);
  const isValid = row !== undefined && Date.parse(row.expires_at) > now.getTime();
  return {
    control: { status: why === null ? ('off' as const) : ('locked' as const), text: why ?? '', possible_from: null },
    code:
      isValid && why === null
        ? {
            code: openedCode(vault, userId, row),
            login,
            made_at: row.made_at,
            until: row.expires_at,
            is_ready: row.is_ready,
          }
        : null,
    left,
  };
}

/** A code for a new device: the valid one if there is one, else a new one. */
export async function codeForDevice(
  tx: Tx,
  userId: number,
  { now, vault, zone, platform }: Around & { readonly zone: string; readonly platform: TvPlatform | undefined },
) {
  await refuseUnlessWatched(tx, userId, platform);
  if (!platform?.codes) throw new Problem('change_not_allowed', { message: 'Новое устройство входит без кода' });
  const { situation, login } = await knownTv(tx, userId);
  const whose = { userId, login: platform.codes.withLogin ? login : null, why: whyNoRemote(situation) };
  const known = await tvCodeOf(tx, userId);
  if (known && Date.parse(known.expires_at) - now.getTime() > CODE_LEAST_MS)
    return activationOf(tx, whose, { now, vault });
  const { isTaken, from } = await takeOne(tx, bucketOf(userId), CODES, now);
  if (!isTaken) {
    const again = from === null ? '' : ` Новый можно получить в ${clockText(instant(from), zone)}`;
    throw new Problem('tv_too_often', { message: `Кодов за час было уже ${CODES.times}.${again}` });
  }
  const codeId = randomUUID();
  const until = new Date(now.getTime() + TV_CODE_LIFE_MS);
  const secret = vault.seal(String(randomInt(10 ** 7, 10 ** 8)), ownerOf(userId));
  await keepTvCode(tx, { userId, codeId, secret, now, until });
  await enqueueEffect(tx, openTvCodeEffect, { userId, codeId });
  await enqueueEffect(tx, closeTvCodeEffect, { userId, codeId }, { runAt: until });
  return activationOf(tx, whose, { now, vault });
}
