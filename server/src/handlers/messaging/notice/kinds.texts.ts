/** Kinds of notices as the client chooses them, in display order. */
export const KINDS = [
  {
    kind: 'debt',
    title: 'Мало денег',
    text: 'за 3 дня до списания, долг, обещанный платёж',
    is_fixed: false,
    in_portal: true,
  },
  {
    kind: 'charge',
    title: 'Списания',
    text: 'за что и сколько; в кабинете — в истории',
    is_fixed: false,
    in_portal: false,
  },
  { kind: 'payment', title: 'Платёж пришёл', text: 'сумма и остаток, возвраты', is_fixed: false, in_portal: true },
  {
    kind: 'autopayment',
    title: 'Автоплатёж',
    text: 'за сутки до списания, отказы банка',
    is_fixed: false,
    in_portal: true,
  },
  {
    kind: 'price',
    title: 'Изменение цен',
    text: 'заранее: что, сколько и с какого дня',
    is_fixed: true,
    in_portal: true,
  },
  { kind: 'service', title: 'Услуги', text: 'паузы, возвращение, смена тарифа', is_fixed: false, in_portal: true },
  { kind: 'support', title: 'Сообщения провайдера', text: 'ответы поддержки', is_fixed: false, in_portal: true },
  { kind: 'security', title: 'Вход и пароли', text: 'сеансы, телефон, почта', is_fixed: true, in_portal: true },
] as const;

export const CHANNEL_TITLES = { sms: 'СМС', mail: 'Почта', telegram: 'Telegram', max: 'MAX', push: 'Браузер' } as const;
