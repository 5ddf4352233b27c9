import type { Program, ProgramChangeSummary } from '#web/shared/change/program-data.ts';
import { preview } from './plan-world.ts';

// Programs of a service and of a contract, as the page shows them.

const OPEN = { text: '', possible_from: null };

export const program = (own: Partial<Program> = {}): Program => ({
  programm_id: 1120,
  name: 'Антивирус',
  price: '99.00',
  control: { status: 'off', ...OPEN },
  group: 'Безопасность',
  title: 'Антивирус',
  description: 'Компьютеры и телефоны',
  badge: null,
  price_text: '99 ₽ в месяц',
  affordable: true,
  missing_amount: '0.00',
  changes_on: null,
  undo_until: null,
  is_applied: true,
  version: '7',
  ...own,
});

export const starter = (own: Partial<Program> = {}): Program =>
  program({
    programm_id: 1010,
    name: 'ТВ без приставки',
    title: 'ТВ без приставки',
    group: 'Телевидение',
    description: '148 каналов в приложении',
    price: '240.00',
    price_text: '240 ₽ в месяц',
    ...own,
  });

export const programTold = (own: Partial<ProgramChangeSummary> = {}): ProgramChangeSummary => ({
  ...preview({
    charge_now: '36.30',
    parts: [{ text: 'Антивирус', amount: '36.30' }],
    balance_after: '1198.20',
    switches_on: ['Антивирус'],
    switches_off: [],
  }),
  user_id: null,
  ...own,
});
