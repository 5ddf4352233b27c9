import { contract } from '@kabinet/contract';
import { addMonths } from '@kabinet/contract/kernel/day';
import type { SimClient } from '../provider.ts';
import type { Simulation } from '../simulation.ts';
import { compareReply, confirmOrNot } from './confirmation.ts';
import { codeSentTo } from './letters.ts';
import { sipNumbers } from './sip-lines.ts';

interface Mailing {
  /** Whether the choice was changed on a day of sending: a document ordered and then switched off is not sent for that month. */
  isGivenUp?: boolean;
  address: string;
  invoice: boolean;
  calls: boolean;
}
const mailings = new WeakMap<Simulation, Map<number, Mailing>>();
const mailingsOf = (sim: Simulation): Map<number, Mailing> => {
  const known = mailings.get(sim) ?? new Map<number, Mailing>();
  mailings.set(sim, known);
  return known;
};

const hasTelephone = ({ accounts }: SimClient) => accounts.some(({ kind }) => kind === 't');

/** A client has telephone documents sent to an address, after its code. */
export async function mailDocuments(sim: Simulation): Promise<string> {
  const { client } = sim;
  const { contractId } = client;
  const email = `buh${sim.nextId()}@firma.example`;
  const asked = await sim.ask(contract.telephone.setEmail, { body: { email } }, contractId);
  const refusal = hasTelephone(client) ? null : 'payment_no_account';
  if (!compareReply(`documents of ${contractId}`, asked, refusal)) return `${contractId} has no telephone`;
  const code = await codeSentTo(sim, email);
  if (sim.dice.chance(20)) {
    const wrong = { body: { code: code === '000000' ? '000001' : '000000' } };
    compareReply('a wrong code', await sim.ask(contract.telephone.activateEmail, wrong, contractId), 'code_wrong');
  }
  await sim.ask(contract.telephone.activateEmail, { body: { code } }, contractId);
  const known = mailingsOf(sim).get(contractId) ?? (await keptMailing(sim, contractId));
  mailingsOf(sim).set(contractId, { invoice: true, calls: false, ...known, address: email });
  await compareMailing(sim, client);
  return `${contractId} by ${email}`;
}

/** The settings in a database that existed before the simulation. */
const keptMailing = async (sim: Simulation, contractId: number): Promise<Mailing | undefined> =>
  (
    await sim.rows<Mailing>(
      'select address, sends_invoice as invoice, sends_calls as calls from telephone_documents where contract_id = $1',
      contractId,
    )
  )[0];

/** Without an address to which documents are sent. */
const refusalOfChoice = (client: SimClient) => (hasTelephone(client) ? 'documents_no_address' : 'payment_no_account');

export async function chooseMailing(sim: Simulation): Promise<string> {
  const { client } = sim;
  const { contractId } = client;
  const known = mailingsOf(sim).get(contractId) ?? (await keptMailing(sim, contractId));
  const body = { sends_invoice: sim.dice.chance(70), sends_calls: sim.dice.chance(60) };
  const answer = await sim.ask(contract.telephone.setEmailPackage, { body }, contractId);
  const refusal = known ? null : refusalOfChoice(client);
  if (!compareReply(`documents of ${contractId}`, answer, refusal)) return `${contractId}: ${refusal}`;
  mailingsOf(sim).set(contractId, {
    address: known?.address ?? '',
    isGivenUp: isSendDay(sim) || known?.isGivenUp === true,
    invoice: body.sends_invoice,
    calls: body.sends_calls,
  });
  await compareMailing(sim, client);
  return `${contractId} chooses ${JSON.stringify(body)}`;
}

async function compareMailing(sim: Simulation, { contractId }: SimClient): Promise<void> {
  const { body } = await sim.ask(contract.telephone.emailSettings, {}, contractId);
  const is = { invoice: body.sends_invoice, calls: body.sends_calls, address: body.email };
  const must = mailingsOf(sim).get(contractId);
  if (is.address !== must?.address || is.invoice !== must.invoice || is.calls !== must.calls)
    throw new Error(`documents of ${contractId} are ${JSON.stringify(is)}, and must ${JSON.stringify(must)}`);
}

const FIRST_DAY = 3;
const LAST_DAY = 10;

function isSendDay(sim: Simulation): boolean {
  const dayOfMonth = Number(sim.today.slice(8));
  return dayOfMonth >= FIRST_DAY && dayOfMonth <= LAST_DAY;
}

/** At rest on a day on which documents are sent, each chosen one of the last month has been mailed. */
export async function missingDocuments(sim: Simulation): Promise<string[]> {
  if (!isSendDay(sim)) return [];
  const period = addMonths(sim.today, -1, 1).slice(0, 7);
  const missing: string[] = [];
  for (const [contractId, mailing] of mailingsOf(sim)) {
    if (mailing.isGivenUp === true) continue;
    for (const document of await wantedOf(sim, contractId, period, mailing)) {
      if (!(await isMailed(sim, contractId, period, document)))
        missing.push(`${document} of ${contractId} for ${period} has not been sent to ${mailing.address}`);
    }
  }
  return missing;
}

async function wantedOf(sim: Simulation, contractId: number, period: string, { invoice, calls }: Mailing) {
  const wantsCalls = calls && (await hasCalls(sim, contractId, period));
  return [...(invoice ? ['invoice'] : []), ...(wantsCalls ? ['calls'] : [])];
}

const isMailed = async (sim: Simulation, ...of: [contractId: number, period: string, document: string]) =>
  (
    await sim.rows(
      `select from telephone_mailing m join sandbox_inbox.message i on i.key = m.letter_key::text
       where m.contract_id = $1 and m.period = $2 and m.document = $3 and m.sent_at is not null`,
      ...of,
    )
  ).length > 0;

/** Whether there were calls when the document was ordered; later calls do not count. */
const hasCalls = async (sim: Simulation, ...of: [contractId: number, period: string]) =>
  (
    await sim.rows(
      `select from call_line l join call_record c on c.phone_number = l.number and c.period = $2 join call_leg leg using (linkedid)
       where l.contract_id = $1 and not exists (
         select from telephone_mailing m
         where m.contract_id = $1 and m.period = $2 and m.document = 'calls' and leg.received_at >= m.ordered_at)`,
      ...of,
    )
  ).length > 0;

/** A client looks at calls, and sees the numbers of others only after he has confirmed that it is he. */
export async function showHiddenNumbers(sim: Simulation): Promise<string> {
  const { client } = sim;
  const { contractId, numbers, services } = client;
  const all = [...numbers, ...(await sipNumbers(sim, services))];
  if (all.length === 0) return 'no telephone';
  const number = sim.one(all);
  await hide(sim, contractId, number);
  await compareNumbers(sim, contractId, number, false);
  const isConfirmed = await confirmOrNot(sim, client);
  const answer = await sim.ask(contract.telephoneCall.showNumbers, { body: { phone_number: number } }, contractId);
  if (!compareReply(`numbers of ${number}`, answer, isConfirmed ? null : 'confirmation_required'))
    return `${number}: hidden`;
  await compareNumbers(sim, contractId, number, true);
  sim.portal.clock.advance(SHOWN_MS);
  await compareNumbers(sim, contractId, number, false);
  return `${number}: shown for a while`;
}

const SHOWN_MS = 10 * 60_000;

async function hide(sim: Simulation, contractId: number, phone_number: string): Promise<void> {
  const answer = await sim.ask(contract.telephoneCall.hideNumbers, { body: { phone_number } }, contractId);
  compareReply(`hiding numbers of ${phone_number}`, answer, null);
}

async function compareNumbers(
  sim: Simulation,
  contractId: number,
  phone_number: string,
  isShown: boolean,
): Promise<void> {
  const answer = await sim.ask(contract.telephoneCall.total, { query: { phone_number } }, contractId);
  compareReply(`calls of ${phone_number}`, answer, null);
  const { items, numbers_shown_until } = answer.body;
  const isTrue = items.every((one) => one.number.includes('*') === !isShown);
  if (!isTrue || (numbers_shown_until !== null) !== isShown)
    throw new Error(`numbers of ${phone_number} must be ${isShown ? 'shown' : 'hidden'}: ${JSON.stringify(items[0])}`);
  const query = { phone_number, q: '7927' };
  const found = await sim.ask(contract.telephoneCall.total, { query }, contractId);
  compareReply(`search in ${phone_number}`, found, isShown ? null : 'numbers_hidden');
}
