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

/** By what a message has left the portal. */
export const CHANNELS = { sms: 'СМС', mail: 'письмо', telegram: 'Telegram', max: 'MAX', push: 'в браузер' } as const;
export const DELIVERY_STATES = { sent: 'отправлено', delivered: 'доставлено', undelivered: 'не доставлено' } as const;
