import { kopecks, toWireMoney } from '@kabinet/contract/kernel/money';
import { AGENT_ADDRESS } from '../agents.ts';
import type { Simulation } from '../simulation.ts';

type Gate = 'osmp' | 'sberbank';

/** A payment as the terminal knows it. */
interface Brought {
  readonly gate: Gate;
  readonly txn: string;
  readonly account: string;
  readonly amount: number;
  readonly date: string;
  /** The bytes of its first reply. */
  answer: string;
}

const brought = new WeakMap<Simulation, Brought[]>();
const broughtBy = (sim: Simulation): Brought[] => {
  const known = brought.get(sim) ?? [];
  brought.set(sim, known);
  return known;
};

/** A terminal sends a payment and repeats it until it gets a final reply. */
export async function payAtTerminal(sim: Simulation): Promise<string> {
  const { no } = sim.one(sim.client.accounts);
  return payInto(sim, no, sim.dice.between(10_00, 1500_00));
}

export async function payInto(sim: Simulation, account: string, amount: number): Promise<string> {
  const gate = sim.one(['osmp', 'sberbank'] as const);
  const payment: Brought = {
    gate,
    txn: String(1_000 + sim.nextId()),
    account,
    amount,
    date: sim.portal.clock.now().toISOString(),
    answer: '',
  };
  const answer = await tell(sim, payment);
  if (!isTaken(payment, answer)) return `${gate} refused ${amount} into ${account}: ${answer}`;
  payment.answer = answer;
  broughtBy(sim).push(payment);
  sim.acknowledged.push({ reference: referenceOf(payment), amount, isCancelled: false });
  return `${gate} ${payment.txn}: ${amount} into ${account}`;
}

/** The same payment again, a minute or a year later: the same bytes, and no money. */
export async function repeat(sim: Simulation): Promise<string> {
  const known = broughtBy(sim);
  if (known.length === 0) return 'nothing to repeat';
  const payment = sim.one(known);
  const answer = await tell(sim, payment);
  const isCancelled = sim.acknowledged.some((one) => one.reference === referenceOf(payment) && one.isCancelled);
  if (!isCancelled && answer !== payment.answer)
    throw new Error(`${payment.txn} was answered by other bytes:\n${payment.answer}\n${answer}`);
  return `${payment.gate} repeats ${payment.txn}`;
}

/** The number of a payment with another sum: refused, and no money. */
export async function alter(sim: Simulation): Promise<string> {
  const known = broughtBy(sim);
  if (known.length === 0) return 'nothing to alter';
  const payment = sim.one(known);
  const answer = await tell(sim, { ...payment, amount: payment.amount + 1_00 });
  if (isTaken(payment, answer)) throw new Error(`${payment.txn} was taken with another sum`);
  return `${payment.gate} alters ${payment.txn}`;
}

export async function cancelAtTerminal(sim: Simulation): Promise<string> {
  const known = broughtBy(sim).filter(({ gate }) => gate === 'osmp');
  const payment = known.at(-1);
  if (!payment) return 'nothing to cancel';
  const answer = await ask(sim, 'osmp', { command: 'cancel', txn_id: payment.txn });
  const isDone = answer.includes('<result>0</result>');
  for (const one of sim.acknowledged) if (one.reference === referenceOf(payment) && isDone) one.isCancelled = true;
  return `cancel ${payment.txn}: ${isDone ? 'done' : 'refused'}`;
}

const referenceOf = ({ gate, txn }: Brought) => `teller:${gate === 'osmp' ? 'osmp' : 'sberbank-1'}:${txn}`;
const isTaken = ({ gate }: Brought, answer: string) =>
  answer.includes(gate === 'osmp' ? '<result>0</result>' : '<CODE>0</CODE>');

function tell(sim: Simulation, { gate, txn, account, amount, date }: Brought): Promise<string> {
  const sum = toWireMoney(kopecks(amount));
  const [day = '', time = ''] = date.slice(0, 19).split('T');
  const [y = '', m = '', d = ''] = day.split('-');
  return gate === 'osmp'
    ? ask(sim, gate, { command: 'pay', txn_id: txn, account, sum, txn_date: `${y}${m}${d}${time.replaceAll(':', '')}` })
    : ask(sim, gate, {
        ACTION: 'payment',
        PAY_ID: txn,
        ACCOUNT: account,
        AMOUNT: sum,
        PAY_DATE: `${d}.${m}.${y}_${time}`,
      });
}

/** A temporary failure is repeated, as the protocols require. */
const ask = (sim: Simulation, gate: Gate, query: Record<string, string>): Promise<string> =>
  sim.insist(
    async () =>
      (await sim.portal.inject({ method: 'GET', url: `/gateway/${gate}`, query, remoteAddress: AGENT_ADDRESS })).body,
    (answer) => !/<(result|CODE)>1</.test(answer),
  );
