import { addMonths, nextBillingDay } from '@kabinet/contract/kernel/day';
import { dayText } from '#server/domain/shared/text.rules.ts';
import { minutesBefore, type Calendar } from './calendar.ts';
import { DEMO_PASSWORD } from './people/password.ts';
import { working, type Person } from './people/person.ts';
import { ANTIVIRUS } from './catalogue/program-catalogue.ts';

/** The hours when the children of 100004 may be online. */
const SCHOOL_WEEK = [
  { days: [1, 2, 3, 4], from: '07:00', to: '09:00' },
  { days: [1, 2, 3, 4], from: '14:00', to: '22:00' },
  { days: [5], from: '07:00', to: '09:00' },
  { days: [5], from: '13:00', to: '23:00' },
  { days: [6], from: '09:00', to: '23:00' },
  { days: [7], from: '09:00', to: '22:00' },
];

/** A client with a locked login and with every kind of planned change. */
export function inTransition(calendar: Calendar): Person {
  const openedOn = addMonths(calendar.today, -19, 21);
  const nextMonth = nextBillingDay(calendar.today, 1);
  return {
    contractId: 100_004,
    name: ['Гордеев', 'Антон', 'Павлович'],
    street: 'Приморский бульвар',
    house: '22',
    flat: '40',
    billingDay: 1,
    openedOn,
    since: calendar.start,
    contacts: [
      { kind: 'phone', value: '79270000440', state: 'active' },
      { kind: 'email', value: 'gordeev@mail.example', state: 'active' },
    ],
    accounts: [
      {
        kind: 'i',
        no: '1040588',
        balance: 87_230,
        creditLimit: 0,
        payments: [],
        failures: [{ login: 'gordeev40', name: 'Интернет', day: calendar.ago(16), minutes: 430 }],
      },
      { kind: 't', no: '2018604', balance: 21_655, creditLimit: 0, payments: [] },
    ],
    services: [
      working({
        type: 'isg',
        name: 'Интернет',
        login: 'gordeev40',
        address: 'Приморский бульвар, 22, кв. 40',
        plan: 'Волга 100',
        openedOn,
        state: 'blocked',
        reason: 'login_locked',
        stateSince: minutesBefore(calendar.now, 95),
        options: { 'Родительский фильтр': 'on' },
        programs: [
          { id: ANTIVIRUS, status: 'on_pending', info: `Антивирус включим ${dayText(nextMonth, calendar.today)}.` },
        ],
        plannedPlan: { name: 'Волга 300', from: nextMonth },
        schedule: { password: DEMO_PASSWORD, rules: SCHOOL_WEEK },
      }),
      working({
        type: 'homenet',
        name: 'Интернет на даче',
        login: 'gordeev40-dacha',
        address: 'Жигулёвск, ул. Морквашинская, 14',
        plan: 'Волга по дням',
        openedOn: calendar.ago(120),
      }),
    ],
    numbers: [
      { number: '78482003640', plan: 'Городской', openedOn, closedOn: null, isInDebt: false, callsADay: 1 },
      {
        number: '78482003641',
        plan: 'Второй номер',
        openedOn,
        closedOn: addMonths(calendar.today, -2, 1),
        isInDebt: false,
        callsADay: 0,
      },
    ],
    programs: [],
  };
}
