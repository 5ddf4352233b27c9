/** What the staff read for a state of an order. */
export const ORDER_STATES = {
  new: 'новая',
  accepted: 'принята',
  in_progress: 'в работе',
  waiting_client: 'ждём абонента',
  done: 'выполнена',
  cancelled: 'отменена',
} as const;

/** The same for a change of plan. */
export const CHANGE_STATES = { planned: 'запланирована', done: 'сделана', cancelled: 'отменена' } as const;
