import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import {
  clientRow,
  keepFormerClient,
  placeClient,
  placeNamed,
  renameClient,
  type ClientRow,
} from '#server/domain/changes/client/client.queries.ts';
import { refuseOtherSource } from '#server/domain/changes/client/source-of-town.ts';
import { changePrinted } from '#server/domain/changes/client/printed-number.ts';
import { bumpContractVersion } from '#server/domain/changes/service-change/service-change.queries.ts';
import { changedByStaff } from '#server/domain/changes/staff-change/notices.ts';
import { changeByStaff } from '#server/domain/changes/staff-change/staff-change.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { clientNamesOf } from '#server/domain/shared/client-name.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import { addressText } from '../../../shared/address-text.ts';
import { staffDoer, supportedAt } from '../../doer.ts';
import { wrongField } from '../../refusals.ts';

type Edit = OperatorContract['clients']['edit'];

/** The address is written whole: half of another one would be nobody’s. */
function placeTyped(typed: Partial<Record<'town' | 'street' | 'house' | 'flat', string | undefined>>) {
  const { town, street, house, flat } = typed;
  if ([town, street, house, flat].every((part) => part === undefined)) return undefined;
  if (town === undefined || house === undefined)
    throw wrongField('town', 'Адрес пишется целиком: город, улица, дом, квартира');
  return { town, street: street ?? null, house, flat: flat ?? null };
}

interface Corrected {
  /** What it is. */
  readonly part: string;
  /** What it was, and what it is now. */
  readonly told: string;
}

interface Client {
  readonly tx: Tx;
  readonly contractId: number;
  readonly was: ClientRow;
}

async function correctName({ tx, contractId, was }: Client, name: string): Promise<Corrected> {
  await renameClient(tx, contractId, { client_name: name, ...clientNamesOf(name, was.is_company) });
  return { part: 'имя', told: `имя ${was.name} → ${name}` };
}

type Place = NonNullable<ReturnType<typeof placeTyped>>;

async function correctPlace({ tx, contractId, was }: Client, typed: Place): Promise<Corrected> {
  const place = await placeNamed(tx, typed);
  if (!place) throw new Problem('place_unknown');
  await refuseOtherSource(tx, contractId, place);
  await placeClient(tx, contractId, { ...place, house: typed.house, flat: typed.flat });
  const now = addressText({ ...typed, town: place.town, street: place.street });
  return { part: 'адрес', told: `адрес ${addressText(was)} → ${now}` };
}

async function correctPrinted({ tx, contractId, was }: Client, printed: string | null): Promise<Corrected> {
  await changePrinted(tx, contractId, printed);
  const told = `номер договора ${was.printed_no ?? contractId} → ${printed ?? contractId}`;
  return { part: 'номер на бумагах', told };
}

/** «имя, адрес и номер на бумагах» */
const AND = new Intl.ListFormat('ru');

export const edit: Handler<Edit> = async ({ body }, scope) => {
  const { db: tx, operator } = scope;
  const { contract_id: contractId, name, printed_no: printed, document, version } = body;
  const typed = placeTyped(body);
  const at = supportedAt(scope);
  const correct = async (client: Client): Promise<Corrected[]> => [
    ...(name === undefined ? [] : [await correctName(client, name)]),
    ...(typed === undefined ? [] : [await correctPlace(client, typed)]),
    ...(printed === undefined ? [] : [await correctPrinted(client, printed)]),
  ];
  const make = async () => {
    const was = await clientRow(tx, contractId);
    if (!was) throw new Problem('contract_unknown');
    await keepFormerClient(tx, contractId, at.now);
    const done = await correct({ tx, contractId, was });
    if (done.length === 0) throw wrongField('name', 'Что исправить: имя, адрес или номер на бумагах');
    await bumpContractVersion(tx, contractId);
    const corrected = (words: string) => `Исправили ${words}. Основание: ${document}`;
    const what = `${corrected(done.map(({ told }) => told).join(', '))}.`;
    await notify(tx, changedByStaff, contractId, { title: 'Данные договора изменили', what, support: at.support }, at);
    const now = (await clientRow(tx, contractId)) ?? was;
    // The timeline is also read by those who see names and addresses masked; the message to the subscriber holds both.
    return {
      text: corrected(AND.format(done.map(({ part }) => part))),
      answer: { name: now.name, address: addressText(now), printed_no: now.printed_no },
    };
  };
  return changeByStaff(tx, { contractId, version, make }, staffDoer(operator, staffContract.clients.edit, body), at);
};
