import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import * as blocks from '#server/domain/changes/block/notices.ts';
import * as individual from '#server/domain/changes/individual-price/notices.ts';
import * as byStaff from '#server/domain/changes/staff-change/notices.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';
import { example, type NoticeExample } from './notice-example.ts';

const blocked = { userId: 1, name: 'Интернет', support: '78482001234' } as const;

const discount = {
  id: 1,
  name: 'Интернет «Волга\u00a0300»',
  unit: 'month',
  percent: 20,
  price: null,
  full: kopecks(650_00),
  costs: kopecks(520_00),
  screen: '/internet/1',
} as const;

/** Notices of what the staff do with a contract. */
export const byStaffExamples = (today: Day): readonly NoticeExample[] => [
  example(individual.individualGiven, { ...discount, from: addDays(today, 1), until: addDays(today, 92), today }),
  example(individual.individualEnds, { ...discount, from: addDays(today, -90), until: addDays(today, 7), today }),
  example(individual.individualEnded, {
    ...discount,
    ...{ from: addDays(today, -90), until: addDays(today, 1), today },
    support: blocked.support,
  }),
  example(blocks.serviceBlocked, { ...blocked, reason: 'В квартире идёт ремонт, кабель снят' }),
  example(blocks.serviceOpened, blocked),
  example(byStaff.changedByStaff, {
    title: 'Тариф сменится',
    what: `Интернет: с ${dayText(addDays(today, 1), today)} «Волга 500» вместо «Волга 300», 690\u00a0₽ в\u00a0месяц.`,
    support: '78482001234',
  }),
];
