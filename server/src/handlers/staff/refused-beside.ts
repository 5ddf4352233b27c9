import type { StaffContract } from '@kabinet/contract/staff';
import type { RefusedBeside } from '../shared/beside-other.ts';

// The staff have the other billing before them: a request of theirs would only take longer, so it is done there.

const CONTRACT = 'Это делают в другой расчётной системе. Перемены она пришлёт сюда строками таблиц: billing tables';
const STATE = 'Это делают в другой расчётной системе: состояние услуги она пришлёт сюда сама';
const NUMBER =
  'Номер закрывают и открывают в другой расчётной системе. Сюда она пришлёт строку таблицы номеров: billing tables';
const PRICE = 'Свои цены и скидки задают в другой расчётной системе: по ним начисляет она';

/** What the staff do in the other billing while it charges, and how it comes here (decision 0278). */
export const STAFF_REFUSED_BESIDE: RefusedBeside<StaffContract> = {
  charging: { once: 'Разовое списание заводят в другой расчётной системе: начисляет она' },
  clients: {
    open: 'Договор заводят в другой расчётной системе. Сюда она пришлёт его строками таблиц: billing tables',
    close: CONTRACT,
    reopen: CONTRACT,
  },
  individualPrices: { give: PRICE, end: PRICE },
  moves: { move: CONTRACT, handOver: CONTRACT },
  plans: { change: 'Тариф меняют в другой расчётной системе: она пришлёт его сюда сама' },
  promises: { give: 'Обещанный платёж дают в другой расчётной системе: состояние услуг она пришлёт сюда сама' },
  regroupings: { split: CONTRACT, join: CONTRACT },
  services: { block: STATE, unblock: STATE, blockNumber: NUMBER, unblockNumber: NUMBER },
};
