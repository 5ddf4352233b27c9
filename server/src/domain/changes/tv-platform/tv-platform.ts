import { isIP } from 'node:net';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { lineOnAddress } from '#server/domain/services/line/line-link.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { changeProgram, type ProgramChangeTerms } from '../program/change-program.ts';
import { priceOfProgram, tvOwner, tvOwnerBeside, tvOwnerByPhone, type TvOwner } from './tv-platform.queries.ts';

interface ViewerTraits {
  readonly uid?: string | undefined;
  readonly phone?: string | undefined;
  readonly ip?: string | undefined;
}

/** The TV service of somebody who signs in to the application: by our number, else by telephone, else by the line. */
export async function subscriberOf(tx: Tx, { uid, phone, ip }: ViewerTraits, now: Date): Promise<TvOwner | undefined> {
  if (uid !== undefined && uid !== '') return tvOwnerOf(tx, uid);
  const digits = (phone ?? '').replace(/\D/g, '');
  const byPhone = digits === '' ? undefined : await tvOwnerByPhone(tx, digits);
  return byPhone ?? ofLine(tx, ip ?? '', now);
}

/** An address that may have passed to a neighbour is nobody's: he would watch, and buy, on another's account. */
async function ofLine(tx: Tx, ip: string, now: Date): Promise<TvOwner | undefined> {
  const line = isIP(ip) > 0 ? await lineOnAddress(tx, ip, now) : undefined;
  return line && tvOwnerBeside(tx, line.user_id);
}

export const tvOwnerOf = async (tx: Tx, uid: string): Promise<TvOwner | undefined> =>
  /^[1-9]\d{0,14}$/.test(uid) ? tvOwner(tx, Number(uid)) : undefined;

interface Order {
  readonly owner: TvOwner;
  readonly programId: number;
  readonly status: 'on' | 'off';
  /** What the application has shown to the subscriber; undefined: nothing is bought. */
  readonly shown?: Kopecks | undefined;
}

/** Carries out what a subscriber has ordered in the application, like the same switch in the portal. A repeat changes nothing. */
export async function carryOutTvOrder(
  tx: Tx,
  { owner, programId, status, shown }: Order,
  setting: ProgramChangeTerms,
): Promise<void> {
  const known = await priceOfProgram(tx, programId, setting.today);
  if (!known) throw new Problem('not_found', { message: 'Такого пакета нет' });
  // Nobody pays a price that he was not shown.
  if (shown !== undefined && shown !== known.price) {
    throw new Problem('change_not_allowed', {
      message: `Цена изменилась: ${rubles(known.price)} в месяц. Включите пакет в личном кабинете`,
    });
  }
  await changeProgram(tx, { ...owner, programId, status }, setting);
}
