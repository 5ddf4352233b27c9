import { contract, type Wire } from '#web/api/contract.ts';
import { replyOf } from './reply.ts';

// A service on «Волга 300» with more and less expensive plans to change to, and options, one of which is on.

type PlanOptions = Wire<typeof contract.plan.options>;
type Offer = PlanOptions['plans'][number];
type ChangeSummary = Wire<typeof contract.plan.preview>;
type Preview = Wire<typeof contract.plan.optionPreview>;

const OPEN = { text: '', possible_from: null };

const offer = (plan_id: number, name: string, price: string, difference: string, own: Partial<Offer> = {}): Offer => ({
  plan_id,
  name,
  summary: `${name.replace(/\D/g, '')} Мбит/с`,
  price,
  unit: 'month',
  speed_mbit: 100,
  monthly: price,
  difference,
  control: { status: 'off', ...OPEN },
  ...own,
});

const present = offer(1, 'Волга 300', '550.00', '0.00', { control: { status: 'on', ...OPEN } });

export const planOptions = (own: Partial<PlanOptions> = {}): PlanOptions =>
  replyOf(contract.plan.options, {
    version: '7',
    plan: present,
    asked: null,
    next_period: '2026-12-01',
    plans: [offer(2, 'Волга 100', '450.00', '-100.00'), present, offer(3, 'Волга 500', '690.00', '140.00')],
    options: [
      {
        option_id: 11,
        name: 'Второй роутер',
        oferta: '<p>Роутер остаётся нашим</p>',
        remarks: 'Wi-Fi во всех комнатах',
        price: '80.00',
        changes_on: null,
        control: { status: 'off', ...OPEN },
      },
    ],
    ...own,
  });

/** The preview of a change that costs nothing and ends nothing. */
export const preview = (own: Partial<Preview> = {}): Preview => ({
  from: '2026-11-20',
  price: { was: null, will: null },
  monthly: { was: '0.00', will: '0.00' },
  charge_now: '0.00',
  parts: [],
  charge_next: null,
  balance_after: '100.00',
  missing: '0.00',
  switches_on: [],
  switches_off: [],
  undo_until: null,
  changeable_from: null,
  ends_undo: null,
  notes: [],
  version: '7',
  ...own,
});

const month = (amount: string) => ({ amount, unit: 'month' as const });

export const told = (own: Partial<ChangeSummary> = {}): ChangeSummary => ({
  ...preview({
    price: { was: month('550.00'), will: month('690.00') },
    monthly: { was: '550.00', will: '690.00' },
    charge_now: '46.67',
    parts: [
      { text: 'Возврат: Интернет «Волга 300»', amount: '-183.33' },
      { text: 'Интернет «Волга 500»', amount: '230.00' },
    ],
    charge_next: { day: '2026-12-01', amount: '690.00', missing: '0.00' },
    balance_after: '1187.83',
    switches_off: ['Турбо-ночь'],
    undo_until: '2026-11-20T10:15:00.000Z',
    changeable_from: '2026-11-27',
  }),
  speed_mbit: { was: 300, will: 500 },
  handed_over: false,
  ...own,
});

/** A change from the next period: no money moves now. */
export const toldLater = (): ChangeSummary =>
  told({
    charge_now: '0.00',
    parts: [],
    balance_after: '1234.50',
    from: '2026-12-01',
    undo_until: '2026-11-30T20:00:00.000Z',
    changeable_from: null,
  });
