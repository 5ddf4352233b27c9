import { contract, type Wire } from '#web/api/contract.ts';
import { replyOf } from './reply.ts';

type Autopayment = Wire<typeof contract.autopayment.get>;

/** An autopayment that is not set up; `about` overrides its fields. */
export const autopaymentOf = (about: Partial<Autopayment> = {}): Autopayment =>
  replyOf(contract.autopayment.get, {
    p: 'i',
    available: true,
    state: 'none',
    spent: '0.00',
    attempts: [],
    offer: {
      days: [1, 3, 7],
      ceilings: ['1000.00', '1500.00', '2000.00'],
      chosen: {
        days: 3,
        ceiling: '1500.00',
        sentence: 'Когда денег останется меньше чем на 3 дня, спишем недостающее.',
        next: null,
        trouble: null,
      },
      consent: { version: 'v1', text: 'Я разрешаю списывать деньги: 3 дня, 1 500 ₽.' },
    },
    ...about,
  });
