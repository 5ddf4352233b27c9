import { addMonths, nextBillingDay } from '@kabinet/contract/kernel/day';
import { at, type Calendar } from '../calendar.ts';
import { inTransition } from '../demo-in-transition.ts';
import { mailbox, working, type Person } from '../people/person.ts';
import { SPORT_TRIAL, STARTER_TV, STATIC_ADDRESS } from '../catalogue/program-catalogue.ts';

/** The four residents, one for each situation. */
export const peopleOf = (calendar: Calendar): readonly Person[] => [
  inCredit(calendar),
  inDebt(calendar),
  newcomer(calendar),
  inTransition(calendar),
];

function inCredit(calendar: Calendar): Person {
  const address = 'ул. Юбилейная, 31, кв. 84';
  const openedOn = addMonths(calendar.today, -38, 14);
  const pausedOn = calendar.ago(9);
  return {
    contractId: 100_001,
    name: ['Кузнецова', 'Мария', 'Сергеевна'],
    street: 'Юбилейная',
    house: '31',
    flat: '84',
    billingDay: 1,
    openedOn,
    since: calendar.start,
    contacts: [
      { kind: 'phone', value: '79270000184', state: 'active' },
      { kind: 'email', value: 'kuznetsova84@mail.example', state: 'active' },
    ],
    furtherContacts: [{ kind: 'phone', address: '79270000290', role: 'payer', name: 'Сергей' }],
    accounts: [
      {
        kind: 'i',
        no: '1040217',
        balance: 123_450,
        creditLimit: 0,
        payments: [{ day: calendar.ago(8), time: '18:42', kopecks: 110_000, method: 'sbp' }],
      },
      { kind: 't', no: '2018440', balance: 41_280, creditLimit: 0, payments: [] },
    ],
    services: [
      working({
        type: 'isg',
        name: 'Интернет',
        login: 'kuznetsova84',
        address,
        plan: 'Волга 300',
        openedOn,
        options: { 'Турбо-ночь': 'on', 'Родительский фильтр': 'off_pending' },
        programs: [{ id: STATIC_ADDRESS, status: 'on', info: '' }],
      }),
      working({
        type: 'tv',
        name: 'ТВ',
        login: 'tv-kuznetsova84',
        address,
        plan: 'Домашний',
        openedOn,
        options: { 'Архив на 7 дней': 'on' },
        programs: [{ id: SPORT_TRIAL, status: 'on', info: 'Шесть спортивных каналов открыты для вас бесплатно.' }],
      }),
      working({
        type: 'sip',
        name: 'SIP-телефония',
        login: '78482003108',
        address,
        plan: 'Линия',
        openedOn,
        state: 'paused',
        stateSince: at(pausedOn, '10:20'),
        returnsOn: nextBillingDay(calendar.today, 1),
      }),
      mailbox('kuznetsova84@volga.example', openedOn, 3, 2.7),
      mailbox('maria@volga.example', openedOn, 2, 1.4),
    ],
    numbers: [
      { number: '78482003107', plan: 'Городской', openedOn, closedOn: null, isInDebt: false, callsADay: 2 },
      { number: '78482003117', plan: 'Второй номер', openedOn, closedOn: null, isInDebt: false, callsADay: 1 },
    ],
    programs: [STARTER_TV],
  };
}

function inDebt(calendar: Calendar): Person {
  const address = 'ул. Революционная, 58, кв. 12';
  const openedOn = addMonths(calendar.today, -27, 5);
  const blocked = { state: 'blocked', reason: 'debt', stateSince: at(calendar.yesterday, '00:10') } as const;
  return {
    contractId: 100_002,
    name: ['Самойлов', 'Олег', 'Викторович'],
    street: 'Революционная',
    house: '58',
    flat: '12',
    billingDay: Number(calendar.yesterday.slice(8)),
    openedOn,
    since: calendar.start,
    contacts: [{ kind: 'phone', value: '79270000212', state: 'active' }],
    // Yesterday's charges used a credit limit that ended that day, so everything is switched off.
    accounts: [
      { kind: 'i', no: '1040352', balance: -62_850, creditLimit: 62_850, creditEnded: true, payments: [] },
      { kind: 't', no: '2018512', balance: -18_740, creditLimit: 18_740, creditEnded: true, payments: [] },
    ],
    services: [
      working({ type: 'isg', name: 'Интернет', login: 'samoylov12', address, plan: 'Волга 100', openedOn, ...blocked }),
      working({ type: 'tv', name: 'ТВ', login: 'tv-samoylov12', address, plan: 'Домашний', openedOn, ...blocked }),
      working({
        type: 'sip',
        name: 'SIP-телефония',
        login: '78482003419',
        address,
        plan: 'Линия',
        openedOn,
        ...blocked,
      }),
      { ...mailbox('samoylov12@volga.example', openedOn, 1, 0.6), ...blocked },
    ],
    numbers: [{ number: '78482003412', plan: 'Городской', openedOn, closedOn: null, isInDebt: true, callsADay: 1 }],
    programs: [STARTER_TV],
  };
}

function newcomer(calendar: Calendar): Person {
  const openedOn = calendar.ago(3);
  const connectedOn = calendar.ago(2);
  return {
    contractId: 100_003,
    name: ['Валеева', 'Диана', 'Ринатовна'],
    street: 'Льва Яшина',
    house: '7',
    flat: '155',
    billingDay: Number(connectedOn.slice(8)),
    openedOn,
    since: connectedOn,
    contacts: [],
    accounts: [
      {
        kind: 'i',
        no: '1041006',
        balance: 55_000,
        creditLimit: 0,
        payments: [{ day: openedOn, time: '17:25', kopecks: 100_000, method: 'transfer' }],
      },
    ],
    services: [
      working({
        type: 'ethernet',
        name: 'Интернет',
        login: 'valeeva155',
        address: 'ул. Льва Яшина, 7, кв. 155',
        plan: 'Волга 100',
        openedOn: connectedOn,
      }),
    ],
    numbers: [],
    programs: [],
  };
}
