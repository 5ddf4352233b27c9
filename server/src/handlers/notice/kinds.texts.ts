/** Kinds of notices as the client chooses them, in display order. */
export const KINDS = [
  { kind: 'debt', title: 'Мало денег', text: 'за 3 дня до списания, долг, обещанный платёж', is_fixed: false },
  { kind: 'payment', title: 'Платёж пришёл', text: 'сумма и остаток, возвраты', is_fixed: false },
  { kind: 'autopayment', title: 'Автоплатёж', text: 'за сутки до списания, отказы банка', is_fixed: false },
  { kind: 'service', title: 'Услуги', text: 'паузы и возвращение услуг', is_fixed: false },
  { kind: 'support', title: 'Сообщения провайдера', text: 'ответы поддержки', is_fixed: false },
  { kind: 'security', title: 'Вход и пароли', text: 'сеансы, телефон, почта', is_fixed: true },
] as const;

export const CHANNEL_TITLES = { sms: 'СМС', mail: 'Почта', telegram: 'Telegram', max: 'MAX', push: 'Браузер' } as const;
