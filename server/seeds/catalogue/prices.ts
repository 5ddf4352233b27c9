import { addMonths } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { newPriceMessage } from '#server/domain/changes/price/price.texts.ts';
import { at } from '../calendar.ts';
import { insertKeyed, insertRows, known } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

/** A subscriber of the plan that becomes dearer, and how many days ago he was told. */
const BUYER = 100_004;
const TOLD_AGO = 3;
const PLAN = 'Волга по дням';
const [WAS, WILL] = [kopecks(1900), kopecks(2100)];

/** One price of a later day, of which its buyer has been told in good time. */
export async function addPrices({ client, calendar, catalogue }: Seeding): Promise<void> {
  const { today } = calendar;
  const toldOn = calendar.ago(TOLD_AGO);
  const [next, afterNext] = [addMonths(today, 1, 1), addMonths(today, 2, 1)];
  const from = next < calendar.ahead(14) ? afterNext : next;
  const planned = at(toldOn, '11:20');
  const prices = await insertKeyed(client, 'price_change', 'price_change_id', 'sold_kind', [
    {
      sold_kind: 'plan',
      plan_id: catalogue.plan(PLAN),
      from_day: from,
      price_kopecks: WILL,
      state: 'planned',
      planned_by: 'Бухгалтерия',
      planned_at: planned,
      told_after: BUYER,
      told_at: planned,
    },
  ]);
  const id = known(prices, 'plan');
  const texts = newPriceMessage({
    price_change_id: id,
    kind: 'plan',
    name: PLAN,
    unit: 'day',
    was: WAS,
    will: WILL,
    from,
    today: toldOn,
    count: 1,
    screen: '/',
    isOwnChoice: true,
  });
  await insertRows(client, 'message', [
    {
      contract_id: BUYER,
      kind: 'money',
      ...texts,
      created_at: planned,
      notice_key: `price.planned:${id}`,
      topic: `price:${id}`,
    },
  ]);
}
