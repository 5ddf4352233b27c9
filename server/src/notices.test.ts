import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { day, instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import * as days from '#server/domain/billing/provider-day/notices.ts';
import * as debt from '#server/domain/billing/debt/notices.ts';
import * as blocks from '#server/domain/changes/block/notices.ts';
import * as byStaff from '#server/domain/changes/staff-change/notices.ts';
import * as individual from '#server/domain/changes/individual-price/notices.ts';
import * as price from '#server/domain/changes/price/notices.ts';
import * as promised from '#server/domain/billing/promised-payment/notices.ts';
import * as documents from '#server/domain/documents/mailing/notices.ts';
import * as archives from '#server/domain/documents/archive/notices.ts';
import * as consents from '#server/domain/identity/consents/notices.ts';
import * as contacts from '#server/domain/identity/contacts/notices.ts';
import * as credentials from '#server/domain/identity/credentials/notices.ts';
import * as passkeys from '#server/domain/identity/passkeys/notices.ts';
import * as personalKey from '#server/domain/identity/personal-key/notices.ts';
import * as recovery from '#server/domain/identity/recovery/notices.ts';
import * as secondStep from '#server/domain/identity/second-factor/notices.ts';
import * as session from '#server/domain/identity/session/notices.ts';
import * as sharing from '#server/domain/identity/sharing/notices.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import * as autopayment from '#server/domain/payments/autopayment/notices.ts';
import * as agents from '#server/domain/payments/payment-agents/notices.ts';
import * as office from '#server/domain/payments/office/notices.ts';
import * as transfers from '#server/domain/payments/transfers/notices.ts';
import * as payment from '#server/domain/payments/payment/notices.ts';
import * as paymentLinks from '#server/domain/payments/payment-links/notices.ts';
import * as refunds from '#server/domain/payments/refunds/notices.ts';
import * as access from '#server/domain/services/access/notices.ts';
import * as mailbox from '#server/domain/services/mailbox/notices.ts';
import * as sip from '#server/domain/services/sip/notices.ts';
import * as calls from '#server/domain/support/guests/notices.ts';
import * as incidents from '#server/domain/support/incidents/notices.ts';
import * as orders from '#server/domain/support/order/notices.ts';
import * as suspended from '#server/domain/services/suspension/notices.ts';
import { testPortal, type TestPortal } from '../test/portal/portal.ts';
import * as operator from './domain/messaging/campaign/notices.ts';

const CONTRACT = 100_001;
const [TODAY, TOMORROW, NEXT_YEAR] = [day('2026-11-20'), day('2026-11-21'), day('2027-01-02')];

interface Expected {
  readonly name: string;
  readonly tell: (portal: TestPortal) => Promise<void>;
  readonly message: Readonly<Record<string, unknown>>;
}

/** The message of a notice with this data; `~` stands for a no-break space. */
const told = <Data>(
  notice: Notice<Data>,
  data: NoInfer<Data>,
  kind: string,
  days: number | null,
  title: string,
  body: string,
): Expected => ({
  name: notice.name,
  tell: ({ world: { db, clock, provider } }) =>
    db.write((tx) => notify(tx, notice, CONTRACT, data, { now: clock.now(), zone: provider.time_zone })),
  message: { kind, title, body, days },
});

const promise = { promisedPaymentId: 1, account: 'i' } as const;
const suspension = { suspensionId: 1, name: 'Волга 300' };
const due = { dueId: 1, kind: 'i', dueDay: TOMORROW, today: TODAY, isDebt: false } as const;
const attempt = { paymentId: 'p', kind: 'i', amount: kopecks(529_00) } as const;

const newPlan = {
  plan_change_id: 1,
  user_id: 1,
  contract_id: CONTRACT,
  service_kind: 'internet',
  name: 'Волга 500',
  speed_mbit: 500,
  price: kopecks(690_00),
  unit: 'month',
  today: TODAY,
} as const;

const newPrice = {
  price_change_id: 1,
  kind: 'plan',
  name: 'Волга 300',
  unit: 'month',
  was: kopecks(690_00),
  will: kopecks(750_00),
  today: TODAY,
  screen: '/internet/1#plans',
  isOwnChoice: true,
} as const;

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

const shared = { shareId: '1', role: 'payer', contractId: 100_003, contractNo: '100003', name: 'Иванов И.' } as const;
const ofTerm = {
  shareId: '1',
  contractId: 100_003,
  contractNo: '100003',
  name: 'Иванов И.',
  until: '27\u00a0декабря',
  moment: instant(new Date(0)),
};

const spent = {
  userId: 1,
  login: '78482551144',
  by: 'day',
  of: '2026-11-20',
  spent: kopecks(400_00),
  limit: kopecks(500_00),
} as const;
const blocked = { userId: 1, name: 'Интернет', support: '78482001234' } as const;
const answered = { eventId: 1, orderId: 20_481, goal: 'Нет интернета', text: 'Мастер <завтра>' } as const;

const ALL: readonly Expected[] = [
  told(
    debt.moneyLow,
    { account: 'i', day: day('2026-12-01'), today: TODAY, amount: kopecks(1179_00), missing: kopecks(879_00) },
    'money',
    3,
    '1~декабря денег не хватит',
    '<p>В~этот день со~счёта «Интернет» спишем~1~179~₽, не~хватает~879~₽. Пополните счёт раньше, и~услуги не~отключатся.</p>',
  ),
  told(
    debt.servicesOff,
    { account: 'i', missing: kopecks(123_45), switchedOff: ['Интернет 100', 'ТВ'] },
    'money',
    30,
    'Услуги отключены за долг',
    '<p>На~счёте «Интернет» не~хватило денег на~очередное списание. Не~хватает~124~₽. Пополните счёт, и~всё включится сразу.</p><p>Не~работает: Интернет~100, ТВ.</p>',
  ),
  told(
    debt.servicesOff,
    { account: 't', missing: kopecks(0), switchedOff: [] },
    'money',
    30,
    'На счёте не хватает денег',
    '<p>На~счёте «Телефон» не~хватило денег на~очередное списание. Пополните счёт, иначе услуга с~паузы не~вернётся.</p>',
  ),
  told(
    debt.debtReminder,
    { account: 'i', sum: kopecks(571_40), isOff: true, since: day('2026-11-13'), today: TODAY },
    'money',
    30,
    'Не хватает 572~₽',
    '<p>Услуги отключены за~долг с~13~ноября. Пополните счёт, и~всё включится сразу.</p>',
  ),
  told(
    debt.debtReminder,
    { account: 't', sum: kopecks(71_40), isOff: false, since: day('2026-11-13'), today: TODAY },
    'money',
    30,
    'Долг 71,40~₽',
    '<p>На~счёте минус с~13~ноября. Пополните счёт, чтобы услуги не~отключились.</p>',
  ),
  told(
    days.charged,
    {
      account: 'i',
      day: TODAY,
      today: TODAY,
      lines: [
        { text: 'Интернет «Волга 300»', amount: kopecks(550_00) },
        { text: 'ТВ «Домашний»', amount: kopecks(240_00) },
      ],
      balance: kopecks(1210_00),
      until: NEXT_YEAR,
    },
    'money',
    0,
    '20~ноября списали 790~₽',
    '<p>Счёт «Интернет»: Интернет «Волга~300»~550~₽, ТВ «Домашний»~240~₽.</p><p>Осталось~1~210~₽, хватит до~2~января~2027.</p>',
  ),
  told(
    days.planChanged,
    { ...newPlan, by: 'client', ended: ['Антивирус'], from: TODAY },
    'info',
    7,
    'Новый тариф «Волга 500»',
    '<p>С~сегодняшнего дня, как вы~просили, у~вас тариф «Волга~500»: до~500~Мбит/с, 690~₽ в~месяц.</p><p>Вместе с~прежним тарифом отключились его опции: Антивирус.</p><p>Когда тариф можно сменить снова, сказано на~странице услуги.</p>',
  ),
  told(
    days.planChanged,
    { ...newPlan, plan_change_id: 2, speed_mbit: null, by: 'operator', ended: [], from: day('2026-11-19') },
    'info',
    7,
    'Новый тариф «Волга 500»',
    '<p>С~19~ноября у~вас тариф «Волга~500»: 690~₽ в~месяц.</p><p>Когда тариф можно сменить снова, сказано на~странице услуги.</p>',
  ),
  told(
    price.pricePlanned,
    { ...newPrice, from: NEXT_YEAR, count: 1 },
    'money',
    null,
    'Тариф «Волга 300»: 750~₽ в месяц с 2~января~2027',
    '<p>Сейчас~690~₽ в~месяц, станет на~60~₽ дороже. До~этого дня цена прежняя.</p><p>Если не~подходит, выберите другой тариф: они на~странице услуги.</p>',
  ),
  told(
    price.pricePlanned,
    { ...newPrice, price_change_id: 3, from: TOMORROW, count: 1, screen: '/telephone/1', isOwnChoice: false },
    'money',
    null,
    'Тариф «Волга 300»: 750~₽ в месяц с 21~ноября',
    '<p>Сейчас~690~₽ в~месяц, станет на~60~₽ дороже. До~этого дня цена прежняя.</p><p>Если не~подходит, другой тариф подберёт поддержка.</p>',
  ),
  told(
    price.pricePlanned,
    { ...newPrice, price_change_id: 2, kind: 'program', unit: 'day', will: kopecks(0), from: TOMORROW, count: 2 },
    'money',
    null,
    'Услуга «Волга 300»: бесплатно с 21~ноября',
    '<p>Сейчас~690~₽ в~день. У~вас таких~2~услуги: вместе станет на~1~380~₽ дешевле в~день. До~этого дня цена прежняя.</p>',
  ),
  told(
    price.priceReplaced,
    newPrice,
    'money',
    14,
    'Новая цена будет другой: «Волга 300»',
    '<p>Раньше мы~писали, что новая цена~— 750~₽ в~месяц. Такой не~будет: назначили другую. Если она вас касается, о~ней придёт отдельное сообщение.</p>',
  ),
  told(
    price.priceWithdrawn,
    { ...newPrice, stays: kopecks(690_00) },
    'money',
    14,
    'Цена не изменится: «Волга 300»',
    '<p>Раньше мы~писали, что новая цена~— 750~₽ в~месяц. Решили не~менять: тариф «Волга~300», как и~прежде,~— 690~₽ в~месяц.</p>',
  ),
  told(
    individual.individualGiven,
    { ...discount, from: TOMORROW, until: day('2027-03-01'), today: TODAY },
    'info',
    30,
    'Вам дали скидку',
    '<p>Интернет «Волга~300»: скидка~20~% с~21~ноября по~28~февраля~2027, 520~₽ в~месяц вместо~650~₽ в~месяц.</p><p>С~1~марта~2027~— обычная цена, какой она будет к~тому дню. За~неделю напомним.</p>',
  ),
  told(
    individual.individualGiven,
    {
      ...discount,
      id: 2,
      percent: null,
      price: kopecks(450_00),
      costs: kopecks(450_00),
      from: TODAY,
      until: null,
      today: TODAY,
    },
    'info',
    30,
    'Для вас другая цена',
    '<p>Интернет «Волга~300»: с~сегодняшнего дня без~срока~450~₽ в~месяц вместо~650~₽ в~месяц.</p><p>Срока у~неё нет: если что-то изменится, мы~предупредим.</p>',
  ),
  told(
    individual.individualEnds,
    { ...discount, from: day('2026-09-01'), until: day('2026-11-27'), today: TODAY },
    'money',
    14,
    'Скидка скоро закончится',
    '<p>Интернет «Волга~300»: скидка~20~% закончится~26~ноября. С~27~ноября~— 650~₽ в~месяц.</p>',
  ),
  told(
    individual.individualEnded,
    { ...discount, from: day('2026-09-01'), until: day('2026-12-01'), today: TODAY, support: '78482001234' },
    'money',
    30,
    'Скидка закончится раньше',
    '<p>Интернет «Волга~300»: скидка~20~% закончится~30~ноября. С~1~декабря~— 650~₽ в~месяц.</p><p>Если есть вопросы, позвоните: +7~8482~00-12-34.</p>',
  ),
  told(
    debt.servicesBack,
    { account: 'i', works: ['Интернет 100'] },
    'money',
    30,
    'Услуги снова работают',
    '<p>Денег на~счёте «Интернет» хватает до~следующего списания, поэтому мы~всё включили.</p><p>Работает: Интернет~100.</p>',
  ),
  told(
    promised.promiseTaken,
    {
      ...promise,
      amount: kopecks(500_00),
      fee: kopecks(50_00),
      endsOn: NEXT_YEAR,
      today: TODAY,
      broughtBack: ['Интернет 100'],
    },
    'money',
    7,
    'Обещанный платёж до 1~января~2027, 23:59',
    '<p>На~счёте «Интернет» можно уйти в~минус ещё на~500~₽. За~услугу списали~50~₽.</p><p>Снова работает: Интернет~100.</p><p>Пополните счёт до~этого времени, чтобы услуги не~отключились.</p>',
  ),
  told(
    promised.promiseEnding,
    { ...promise, account: 't', toPay: kopecks(500_00), endsOn: TOMORROW, today: TODAY },
    'money',
    7,
    'Обещанный платёж заканчивается',
    '<p>Он~действует до~20~ноября, 23:59. Пополните счёт «Телефон» на~500~₽, и~услуги будут работать дальше.</p>',
  ),
  told(
    promised.promiseRepaid,
    promise,
    'money',
    7,
    'Обещанный платёж погашен',
    '<p>Денег на~счёте «Интернет» хватает, он~больше не~нужен.</p>',
  ),
  told(
    promised.promiseEnded,
    { ...promise, debt: kopecks(500_00) },
    'money',
    7,
    'Обещанный платёж закончился',
    '<p>Деньги на~счёт «Интернет» не~пришли, и~услуги отключены. Заплатите~500~₽, и~включим их~сразу.</p>',
  ),
  told(
    suspended.suspensionBegun,
    { ...suspension, until: NEXT_YEAR, today: TODAY },
    'info',
    7,
    'Услуга приостановлена',
    '<p>«Волга~300» на~паузе, как вы~просили. Вернём её~2~января~2027.</p>',
  ),
  told(
    suspended.suspensionNotBegun,
    { ...suspension, inDebt: true },
    'info',
    7,
    'Услуга не приостановлена',
    '<p>На~сегодня была назначена пауза «Волга~300», но~на~счёте долг. Пополните счёт и~назначьте её~снова.</p>',
  ),
  told(
    suspended.suspensionNotBegun,
    { ...suspension, suspensionId: 2, inDebt: false },
    'info',
    7,
    'Услуга не приостановлена',
    '<p>На~сегодня была назначена пауза «Волга~300», но~услуга отключена по~другой причине. Она названа на~странице услуги.</p>',
  ),
  told(
    suspended.suspensionReturn,
    { ...suspension, until: TOMORROW, today: TODAY, amount: kopecks(629_00) },
    'info',
    7,
    'Услуга скоро вернётся',
    '<p>«Волга~300» снова заработает~21~ноября. В~этот день спишем~629~₽.</p>',
  ),
  told(
    suspended.suspensionPaid,
    { ...suspension, from: TOMORROW, today: TODAY, price: kopecks(15_00) },
    'info',
    7,
    'Бесплатные дни паузы кончаются',
    '<p>С~21~ноября каждый день паузы «Волга~300» стоит~15~₽. Вернуть услугу раньше можно на~её~странице.</p>',
  ),
  told(
    payment.moneyCame,
    {
      transactionId: 1,
      parts: [{ account: 'i', amount: kopecks(629_00), balance: kopecks(-1_00), broughtBack: ['Интернет 100'] }],
    },
    'money',
    7,
    'Получили 629~₽',
    '<p>Платёж зачислен на~счёт «Интернет». Теперь на~счёте −1~₽.</p><p>Снова работает: Интернет~100.</p>',
  ),
  told(
    payment.moneyCame,
    { transactionId: 2, parts: [{ account: 'i', amount: kopecks(629_00), balance: kopecks(1_00), broughtBack: [] }] },
    'money',
    7,
    'Получили 629~₽',
    '<p>Платёж зачислен на~счёт «Интернет». Теперь на~счёте~1~₽.</p>',
  ),
  told(
    payment.moneyCame,
    {
      transactionId: 3,
      parts: [
        { account: 'i', amount: kopecks(629_00), balance: kopecks(1_00), broughtBack: ['Интернет 100'] },
        { account: 't', amount: kopecks(188_00), balance: kopecks(0), broughtBack: ['+7 848 255-20-02'] },
      ],
    },
    'money',
    7,
    'Получили 817~₽',
    '<p>Зачислили~629~₽ на~счёт «Интернет» и~188~₽ на~счёт «Телефон». Теперь на~счёте «Интернет»~1~₽, на~счёте «Телефон»~0~₽.</p>' +
      '<p>Снова работает: Интернет~100, +7 848 255-20-02.</p>',
  ),
  told(
    refunds.refundBegun,
    { refundId: 'r', amount: kopecks(629_00), balances: [{ account: 'i', balance: kopecks(0) }] },
    'money',
    30,
    'Возвращаем 629~₽',
    '<p>Деньги придут туда, откуда вы~платили. Теперь на~счёте~0~₽.</p>',
  ),
  told(
    refunds.refundDeclined,
    { refundId: 'r', amount: kopecks(629_00), balances: [{ account: 'i', balance: kopecks(629_00) }] },
    'money',
    30,
    'Банк не выполнил возврат 629~₽',
    '<p>Деньги снова на~вашем счёте, теперь на~нём~629~₽.</p>',
  ),
  told(
    agents.paymentCancelled,
    { transactionId: 1, agent: 'Сбербанк', amount: kopecks(629_00), balance: kopecks(0), account: 'i' },
    'money',
    7,
    'Платёж на 629~₽ отменён',
    '<p>Так попросил Сбербанк, деньги вернёт он~же. Теперь на~счёте~0~₽.</p>',
  ),
  told(
    office.cashUndone,
    { transactionId: 1, account: 't', amount: kopecks(629_00), balance: kopecks(-100_00), reason: 'Не тот договор.' },
    'money',
    7,
    'Платёж на 629~₽ отменён',
    '<p>Его зачислили в~офисе по~ошибке. Причина: Не~тот договор. Теперь на~счёте −100~₽.</p>',
  ),
  told(
    transfers.transferUndone,
    { transactionId: 1, account: 'i', amount: kopecks(629_00), balance: kopecks(-100_00), reason: 'Платил другой.' },
    'money',
    7,
    'Зачисление на 629~₽ отменено',
    '<p>Банковский перевод зачислили вам по~ошибке. Причина: Платил другой. Теперь на~счёте −100~₽.</p>',
  ),
  told(
    autopayment.autopaymentConnected,
    { autopaymentId: 'a', kind: 'i', rule: { days: 3, ceiling: kopecks(1500_00) } },
    'money',
    14,
    'Автоплатёж подключён',
    '<p>Когда денег на~счёте «Интернет» останется меньше чем на~3~дня или на~нём будет долг, спишем недостающее, не~больше~1~500~₽ в~месяц.</p><p>Перед каждым списанием предупредим за~сутки.</p>',
  ),
  told(
    autopayment.autopaymentUnsubscribed,
    { autopaymentId: 'a', kind: 't' },
    'money',
    14,
    'Автоплатёж отключён в~банке',
    '<p>Банк больше не~разрешает списания на~счёт «Телефон». Если это были не~вы, позвоните в~банк. Подключить заново можно на~странице «Оплата».</p>',
  ),
  told(
    autopayment.chargeAnnounced,
    { ...due, amount: kopecks(529_00), day: TOMORROW },
    'money',
    14,
    '21~ноября спишем~529~₽ по~автоплатежу',
    '<p>Деньги на~счёте «Интернет» заканчиваются~21~ноября. Автоплатёж спишет недостающее через СБП.</p><p>Не~нужно? На~странице «Оплата» можно пропустить это списание или отключить автоплатёж.</p>',
  ),
  told(
    autopayment.chargeAnnounced,
    { ...due, dueId: 2, isDebt: true, amount: kopecks(529_00), day: TOMORROW },
    'money',
    14,
    '21~ноября спишем~529~₽ по~автоплатежу',
    '<p>На~счёте «Интернет» долг. Автоплатёж спишет его через СБП, и~услуги будут работать.</p><p>Не~нужно? На~странице «Оплата» можно пропустить это списание или отключить автоплатёж.</p>',
  ),
  told(
    autopayment.chargeBeyond,
    { ...due, needed: kopecks(529_00), left: kopecks(100_00) },
    'money',
    14,
    'Автоплатёж не~спишет деньги',
    '<p>К~21~ноября на~счёте «Интернет» не~хватит~529~₽, а~по~вашему правилу в~этом месяце можно списать не~больше~100~₽. Заплатите сами или поднимите предел.</p>',
  ),
  told(
    autopayment.chargeRetried,
    { ...attempt, reason: 'insufficient_funds', day: TOMORROW, today: TODAY },
    'money',
    14,
    'Автоплатёж пока не~прошёл',
    '<p>Банк не~списал~529~₽. На~счёте в~банке не~хватило денег.</p><p>Попробуем ещё раз~21~ноября.</p>',
  ),
  told(
    autopayment.chargeFailed,
    { ...attempt, reason: 'limit' },
    'money',
    14,
    'Автоплатёж не~прошёл',
    '<p>Банк трижды не~списал~529~₽ на~счёт «Интернет». Сумма больше лимита, который стоит в~банке.</p><p>Больше в~этом месяце пробовать не~будем. Заплатите сами, чтобы услуги не~отключились.</p>',
  ),
  told(
    autopayment.chargeSilent,
    attempt,
    'money',
    14,
    'Банк не~ответил про автоплатёж',
    '<p>Мы~попросили~529~₽ на~счёт «Интернет», ответа нет третий день. Если деньги спишут, они придут на~счёт. Повторно просить не~будем.</p>',
  ),
  told(
    access.servicePasswordChanged,
    { login: 'ivanov' },
    'security',
    null,
    'Пароль услуги изменён',
    '<p>Новый пароль действует для входа ivanov. Если меняли не~вы, смените его ещё раз и~позвоните в~поддержку.</p>',
  ),
  told(
    session.secretReused,
    { sessionId: 's', browser: 'Chrome на Windows', network: '95.24.10.*' },
    'security',
    null,
    'Мы завершили один из сеансов',
    '<p>Ключ сеанса «Chrome на Windows» (сеть 95.24.10.*) предъявили второй раз: возможно, его скопировали. Мы завершили этот сеанс, войдите заново.</p><p>Если вы не узнаёте этот сеанс, смените пароль и завершите остальные сеансы в настройках.</p>',
  ),
  told(
    session.newDevice,
    { sessionId: 'n', browser: 'Firefox на Linux', network: '95.24.10.*', when: '20 ноября 2026, 14:05' },
    'security',
    7,
    'В кабинет вошли с нового устройства',
    '<p>Firefox на~Linux, сеть~95.24.10.*, 20 ноября~2026, 14:05.</p><p>Если это вы, ничего делать не~нужно.</p><p>Если это не~вы, откройте в~настройках «Безопасность»: там можно закрыть кабинет на~этом устройстве и~сменить пароль.</p>',
  ),
  told(
    passkeys.waysInChanged,
    { what: 'added', name: 'Chrome на Android' },
    'security',
    30,
    'Добавлен ключ для входа',
    '<p>Теперь в~кабинет можно войти ключом «Chrome на~Android», без пароля.</p><p>Если это сделали не~вы, сразу позвоните в~поддержку.</p>',
  ),
  told(
    passkeys.waysInChanged,
    { what: 'removed', name: 'Chrome на Android' },
    'security',
    30,
    'Удалён ключ для входа',
    '<p>Ключ «Chrome на~Android» больше не~открывает кабинет.</p><p>Если это сделали не~вы, сразу позвоните в~поддержку.</p>',
  ),
  told(
    passkeys.waysInChanged,
    { what: 'password_removed', name: '' },
    'security',
    30,
    'Пароль кабинета убран',
    '<p>Теперь в~кабинет входят только ключами. Код из~СМС или письма его тоже не~откроет.</p><p>Если это сделали не~вы, сразу позвоните в~поддержку.</p>',
  ),
  told(
    personalKey.calendarAddressCreated,
    { name: 'Телефон' },
    'security',
    30,
    'Создан адрес календаря списаний',
    '<p>Кто знает адрес «Телефон», тот без пароля видит дни и~суммы списаний. Изменить он~ничего не~может.</p><p>Если это сделали не~вы, отзовите адрес в~настройках и~смените пароль.</p>',
  ),
  told(
    personalKey.keyCreated,
    { name: 'Умный дом' },
    'security',
    30,
    'Создан ключ для программ',
    '<p>Ключом «Умный дом» программа может читать ваш договор. Менять она не~может.</p><p>Если это сделали не~вы, отзовите ключ в~настройках и~смените пароль.</p>',
  ),
  told(
    archives.archiveOrdered,
    { archiveId: 'a', browser: 'Chrome на Android' },
    'security',
    30,
    'Заказан архив ваших данных',
    '<p>Его заказали из~кабинета: Chrome на~Android. Скачать архив можно только в~кабинете.</p><p>Если это были не~вы, смените пароль и~закройте кабинет на~других устройствах.</p>',
  ),
  told(
    archives.archiveReady,
    { archiveId: 'a', untilText: '27 ноября, 14:05' },
    'info',
    7,
    'Архив ваших данных готов',
    '<p>Скачайте его в~настройках, в~разделе «Ваши данные», до~27 ноября, 14:05. Потом мы~его сотрём.</p>',
  ),
  told(
    sharing.ownShared,
    { ...shared, what: 'began' },
    'security',
    30,
    'Ваш договор открыт другому абоненту',
    '<p>Договор открыт: Иванов И. (договор~100003), доступ плательщика. С~ним можно видеть остаток, платежи, списания и~чеки, платить.</p><p>Если вы~этого не~делали, закройте доступ в~настройках и~смените пароль.</p>',
  ),
  told(
    sharing.ownShared,
    { ...shared, what: 'revoked' },
    'security',
    30,
    'Доступ к вашему договору закрыт',
    '<p>Иванов И. (договор~100003) больше не~видит ваш договор.</p><p>Открыть его снова можно в~настройках, новым приглашением.</p>',
  ),
  told(
    sharing.ownShared,
    { ...shared, what: 'left' },
    'security',
    30,
    'Доступ к вашему договору закрыт',
    '<p>От~доступа отказался сам участник: Иванов И. (договор~100003).</p><p>Открыть его снова можно в~настройках, новым приглашением.</p>',
  ),
  told(
    sharing.otherShared,
    { ...shared, memberId: 100_004, what: 'began' },
    'security',
    30,
    'Вам открыли чужой договор',
    '<p>Теперь вам открыт договор~100003 (Иванов И.): доступ плательщика. Переключиться на~него можно в~карточке клиента.</p><p>Если вы~не~принимали приглашение, смените пароль кабинета.</p>',
  ),
  told(
    sharing.otherShared,
    { ...shared, memberId: 100_004, what: 'revoked' },
    'security',
    30,
    'Доступа к чужому договору больше нет',
    '<p>Владелец закрыл вам договор~100003 (Иванов И.).</p><p>Ваш договор и~ваши услуги работают как прежде.</p>',
  ),
  told(
    sharing.otherShared,
    { ...shared, memberId: 100_004, what: 'left' },
    'security',
    30,
    'Доступа к чужому договору больше нет',
    '<p>Вы~отказались от~доступа: договор~100003 (Иванов И.).</p><p>Ваш договор и~ваши услуги работают как прежде.</p>',
  ),
  told(
    sharing.ownShared,
    { ...shared, shareId: '2', contractId: -5, name: 'Ирина', what: 'began' },
    'security',
    30,
    'Ваше приглашение приняли',
    '<p>Договор открыт: Ирина (вход по~приглашению), доступ плательщика. С~ним можно видеть остаток, платежи, списания и~чеки, платить.</p><p>Если вы~этого не~делали, закройте доступ в~настройках и~смените пароль.</p>',
  ),
  told(
    sharing.ownShared,
    { ...shared, what: 'role_changed' },
    'security',
    30,
    'Доступ к вашему договору изменён',
    '<p>Иванов И. (договор~100003): теперь доступ плательщика. С~ним можно видеть остаток, платежи, списания и~чеки, платить.</p><p>Если вы~этого не~делали, закройте доступ в~настройках и~смените пароль.</p>',
  ),
  told(
    sharing.otherShared,
    { ...shared, memberId: 100_004, what: 'role_changed' },
    'security',
    30,
    'Доступ к чужому договору изменён',
    '<p>Владелец изменил ваш доступ: договор~100003 (Иванов И.), теперь доступ плательщика.</p><p>С~ним можно видеть остаток, платежи, списания и~чеки, платить.</p>',
  ),
  told(
    sharing.otherShared,
    { ...shared, shareId: '2', memberId: -5, what: 'revoked' },
    'security',
    30,
    'Доступа к чужому договору больше нет',
    '<p>Владелец закрыл вам договор~100003 (Иванов И.).</p><p>Ваш вход остаётся за~вами: он~пригодится для другого приглашения.</p>',
  ),
  told(
    paymentLinks.linkPaid,
    { linkId: '1', p: 'i', amount: kopecks(629_00), words: 'За интернет мамы', note: 'С любовью, Илья' },
    'money',
    14,
    'По вашей ссылке заплатили 629~₽',
    '<p>«За~интернет мамы»: оплачено, деньги уже на~счёте.</p><p>Плательщик написал: «С~любовью, Илья».</p>',
  ),
  told(
    sharing.ownTerm,
    { ...ofTerm, what: 'ends_soon' },
    'security',
    30,
    'Завтра закончится доступ к вашему договору',
    '<p>Договор открыт: Иванов И. (договор~100003). Доступ закроется~27~декабря в~00:00.</p><p>Продлить его можно в~настройках.</p>',
  ),
  told(
    sharing.ownTerm,
    { ...ofTerm, what: 'expired', until: null },
    'security',
    30,
    'Доступ к вашему договору закончился',
    '<p>Вышел срок, который вы~выбрали: Иванов И. (договор~100003) больше не~видит ваш договор.</p><p>Открыть его снова можно в~настройках, новым приглашением.</p>',
  ),
  told(
    sharing.ownTerm,
    { ...ofTerm, what: 'term_changed' },
    'security',
    30,
    'Срок доступа к вашему договору изменён',
    '<p>Договор открыт: Иванов И. (договор~100003). Доступ закроется~27~декабря в~00:00.</p><p>Если вы~этого не~делали, закройте доступ в~настройках и~смените пароль.</p>',
  ),
  told(
    sharing.otherTerm,
    { ...ofTerm, memberId: 100_004, what: 'ends_soon' },
    'security',
    30,
    'Завтра закончится доступ к чужому договору',
    '<p>Вам открыт договор~100003 (Иванов И.). Доступ закроется~27~декабря в~00:00.</p><p>Продлить его может владелец.</p>',
  ),
  told(
    sharing.otherTerm,
    { ...ofTerm, memberId: -5, what: 'expired', until: null },
    'security',
    30,
    'Доступ к чужому договору закончился',
    '<p>Срок вышел: вам больше не~открыт договор~100003 (Иванов И.).</p><p>Ваш вход остаётся за~вами: он~пригодится для другого приглашения.</p>',
  ),
  told(
    sharing.otherTerm,
    { ...ofTerm, memberId: 100_004, what: 'term_changed', until: null },
    'security',
    30,
    'Срок доступа к чужому договору изменён',
    '<p>Вам открыт договор~100003 (Иванов И.). Срока у~доступа больше нет.</p><p>Изменить его может только владелец.</p>',
  ),
  told(
    sharing.invitationDeclined,
    { invitationId: '1', name: 'Ирина' },
    'security',
    30,
    'Приглашение отклонили',
    '<p>Тот, кого вы~пригласили как «Ирина», отказался. Ваш договор ему не~открыт.</p><p>Пригласить снова можно в~настройках.</p>',
  ),
  told(
    consents.consentAsked,
    { name: 'marketing', title: 'Новости и предложения', version: '2', isRequired: false },
    'info',
    90,
    'Новая редакция: новости и предложения',
    '<p>Прежнее согласие действует в~прежней редакции. Новую можно прочитать и~принять в~настройках, в~разделе «Согласия».</p>',
  ),
  told(
    consents.consentAsked,
    { name: 'personal-data', title: 'Обработка персональных данных', version: '2', isRequired: true },
    'info',
    90,
    'Новая редакция: обработка персональных данных',
    '<p>Прочитайте её~в~настройках, в~разделе «Согласия», и~подтвердите. Услуги работают как прежде.</p>',
  ),
  told(
    contacts.contactConfirmed,
    { kind: 'phone', address: '79270001122', isChange: true, codeId: 1 },
    'security',
    30,
    'Телефон для входа и уведомлений изменён',
    '<p>Теперь телефон договора~— +7~•••~•••-11-22. Сюда приходят уведомления и~коды, этим номером можно входить в~кабинет. Восстановить пароль по~новому контакту можно будет через сутки.</p><p>Если это сделали не~вы, смените пароль кабинета и~позвоните в~поддержку.</p>',
  ),
  told(
    contacts.furtherChanged,
    { kind: 'phone', address: '79270000290', what: 'added', role: 'payer', name: 'Сергей' },
    'security',
    30,
    'Телефон добавлен',
    '<p>+7~•••~•••-02-90: плательщик, Сергей. Сюда приходят уведомления о~деньгах.</p><p>Если это сделали не~вы, смените пароль кабинета и~позвоните в~поддержку.</p>',
  ),
  told(
    documents.documentsAddressed,
    { address: 'buh@firma.example', codeId: 1 },
    'security',
    30,
    'Адрес для документов по телефону подтверждён',
    '<p>Счёт и~детализация звонков будут приходить на~b•••@firma.example.</p><p>Если это сделали не~вы, смените адрес на~странице телефона и~пароль кабинета.</p>',
  ),
  told(
    operator.writtenByOperator,
    { title: 'Работы на линии', text: 'Завтра с 9 до 12 <не> будет связи', sentAt: new Date(0) },
    'info',
    null,
    'Работы на линии',
    '<p>Завтра с~9 до~12 &lt;не&gt; будет связи</p>',
  ),
  told(
    operator.news,
    { title: 'Новый район', text: 'Подключаем улицу Юбилейную' },
    'info',
    30,
    'Новый район',
    '<p>Подключаем улицу Юбилейную</p>',
  ),
  told(
    contacts.chatLinked,
    { messenger: 'telegram', chatName: '@maria_k' },
    'security',
    30,
    'Telegram привязан',
    '<p>Уведомления будут приходить в~чат @maria_k. Отвязать можно в~настройках или командой /stop в~чате.</p><p>Если это сделали не~вы, отвяжите чат и~смените пароль кабинета.</p>',
  ),
  told(
    contacts.chatUnlinked,
    { messenger: 'max' },
    'security',
    30,
    'MAX отвязан',
    '<p>Уведомления туда больше не~приходят. Привязать чат снова можно в~настройках.</p>',
  ),
  told(
    mailbox.copiesAreSent,
    { address: 'maria@volga.example', target: 'maria@example.org' },
    'security',
    null,
    'Копии писем уходят на другой адрес',
    '<p>Письма на~maria@volga.example теперь копируются на~maria@example.org. Если включали не~вы, выключите пересылку и~смените пароли кабинета и~ящика.</p>',
  ),
  told(
    mailbox.mailboxDeleted,
    { address: 'maria@volga.example', keptUntil: TOMORROW, today: TODAY },
    'info',
    30,
    'Почтовый ящик удалён',
    '<p>maria@volga.example больше не~принимает писем. Вернуть его вместе с~письмами можно до~21~ноября.</p>',
  ),
  told(
    credentials.passwordChanged,
    { by: 'operator' },
    'security',
    30,
    'Пароль кабинета сменили',
    '<p>Поддержка выдала одноразовый пароль, кабинет закрыт на~всех устройствах. При входе попросим придумать новый.</p><p>Если вы~об~этом не~просили, сразу позвоните в~поддержку.</p>',
  ),
  told(
    secondStep.secondStepChanged,
    { what: 'off' },
    'security',
    30,
    'Второй шаг входа выключен',
    '<p>Теперь для входа в~кабинет достаточно пароля.</p><p>Если это сделали не~вы, смените пароль кабинета и~позвоните в~поддержку.</p>',
  ),
  told(
    secondStep.passwordKnown,
    {},
    'security',
    null,
    'Кто-то знает ваш пароль',
    '<p>Пять раз подряд пароль от~кабинета подошёл, а~код второго шага~— нет. В~кабинет не~пустили. Если это были не~вы, смените пароль.</p>',
  ),
  told(
    recovery.recoveryAsked,
    { day: TODAY },
    'security',
    7,
    'Кто-то просит новый пароль от вашего кабинета',
    '<p>Сегодня новый пароль несколько раз просили с~незнакомых устройств. Без кода из~сообщения его не~сменить: никому не~говорите код.</p><p>Если это не~вы, коды по~СМС или по~почте можно выключить: «Безопасность», «Если забыли пароль».</p>',
  ),
  told(
    recovery.recoverySwitched,
    { kind: 'phone', isOpen: false },
    'security',
    30,
    'Новый пароль по СМС больше не получить',
    '<p>Код для нового пароля приходит только по~почте.</p><p>Если это сделали не~вы, смените пароль кабинета и~позвоните в~поддержку.</p>',
  ),
  told(
    sip.limitNear,
    spent,
    'money',
    7,
    'Лимит на звонки скоро кончится',
    '<p>С~линии~78482551144 за~день потрачено~400~₽ из~500~₽. На~лимите закроем платные звонки до~конца дня. Если звоните не~вы, получите новый пароль на~странице линии.</p>',
  ),
  told(
    sip.limitSpent,
    { ...spent, by: 'month', of: '2026-11' },
    'money',
    7,
    'Лимит на звонки кончился',
    '<p>С~линии~78482551144 за~месяц потрачено~400~₽ при лимите~500~₽. Платные звонки закрыты до~конца месяца. Вам смогут звонить, бесплатные и~экстренные номера работают.</p><p>Нужно звонить дальше~— поднимите лимит на~странице линии. Если звоните не~вы, получите новый пароль на~странице линии.</p>',
  ),
  told(
    sip.limitRaised,
    { login: '78482551144', month: kopecks(3000_00), day: kopecks(500_00) },
    'security',
    null,
    'Лимит на звонки повышен',
    '<p>С~линии~78482551144 теперь можно потратить~3~000~₽ за~месяц и~500~₽ за~день. Если это не~вы, смените пароль от~кабинета и~позвоните в~поддержку.</p>',
  ),
  told(
    sip.directionOpened,
    { login: '78482551144', direction: 'Европа', until: null },
    'security',
    null,
    'Открыто направление звонков',
    '<p>С~линии~78482551144 теперь можно звонить: Европа. Если это не~вы, смените пароль от~кабинета и~позвоните в~поддержку.</p>',
  ),
  told(
    orders.orderAnswered,
    answered,
    'info',
    14,
    'Ответ по заявке «Нет интернета»',
    '<p>Мастер &lt;завтра&gt;</p><p>Заявка~20481~— в~разделе «Заявки».</p>',
  ),
  told(
    orders.orderAsked,
    answered,
    'info',
    14,
    'Ждём вашего ответа по заявке «Нет интернета»',
    '<p>Мастер &lt;завтра&gt;</p><p>Ответить можно в~заявке~20481, раздел «Заявки».</p>',
  ),
  told(
    orders.orderDone,
    answered,
    'info',
    14,
    'Заявка «Нет интернета» выполнена',
    '<p>Мастер &lt;завтра&gt;</p><p>Оцените работу в~заявке~20481. Если проблема вернётся, откройте её~снова.</p>',
  ),
  told(
    orders.orderVisitSet,
    { ...answered, window: '24\u00A0ноября, 14:00–16:00' },
    'info',
    14,
    'Мастер придёт 24~ноября, 14:00–16:00',
    '<p>Заявка~20481, «Нет интернета».</p>',
  ),
  told(
    orders.orderVisitComing,
    { ...answered, time: '14:20' },
    'info',
    14,
    'Мастер в~пути, будет в~14:20',
    '<p>Заявка~20481, «Нет интернета».</p>',
  ),
  told(
    orders.orderLateNotice,
    { ...answered, promised: '14:00', next: '15:00' },
    'info',
    14,
    'Задерживаем ответ по заявке «Нет интернета»',
    '<p>Обещали ответить до~14:00 и~не~успели. Заявку взял старший смены, ответит до~15:00.</p><p>Заявка~20481~— в~разделе «Заявки».</p>',
  ),
  told(
    orders.orderLateNotice,
    { ...answered, eventId: 2, promised: '15:00', next: null },
    'info',
    14,
    'Задерживаем ответ по заявке «Нет интернета»',
    '<p>Обещали ответить до~15:00 и~снова не~успели. Позвоните нам: заявка уже у~старшего смены.</p><p>Заявка~20481~— в~разделе «Заявки».</p>',
  ),
  told(
    calls.callLate,
    { callBackId: 1, lateTimes: 1, topic: 'Оплата', promised: '14:00', next: '14:35' },
    'info',
    7,
    'Не успели вам позвонить',
    '<p>Обещали позвонить до~14:00. Просьбу взял старший смены, позвонит до~14:35.</p><p>О~чём: Оплата.</p>',
  ),
  told(
    calls.callLate,
    { callBackId: 1, lateTimes: 2, topic: 'Оплата', promised: '14:35', next: null },
    'info',
    7,
    'Не успели вам позвонить',
    '<p>Обещали позвонить до~14:35 и~снова не~успели. Позвоните нам: просьба уже у~старшего смены.</p><p>О~чём: Оплата.</p>',
  ),
  told(
    blocks.serviceBlocked,
    { ...blocked, reason: 'Снят кабель' },
    'info',
    30,
    'Услугу «Интернет» отключили',
    '<p>Причина: Снят кабель.</p><p>Пока услуга отключена, за~неё не~списываем. Вопросы~— в~поддержку: +7~8482~00-12-34.</p>',
  ),
  told(
    blocks.serviceOpened,
    blocked,
    'info',
    30,
    'Услуга «Интернет» снова работает',
    '<p>Если за~пару минут ничего не~заработало, позвоните в~поддержку: +7~8482~00-12-34.</p>',
  ),
  told(
    byStaff.changedByStaff,
    { title: 'Тариф сменится', what: 'Интернет: «Волга 500».', support: '78482001234' },
    'info',
    30,
    'Тариф сменится',
    '<p>Интернет: «Волга~500».</p><p>Мы~сделали это по~просьбе из~вашего договора. Если вы~не~просили, позвоните: +7~8482~00-12-34.</p>',
  ),
  told(
    calls.callMissed,
    { callBackId: 1, topic: 'Оплата' },
    'info',
    7,
    'Мы звонили, но не дозвонились',
    '<p>Закажите звонок ещё раз на~удобное время.</p><p>О~чём: Оплата.</p>',
  ),
  told(
    incidents.incidentCompensated,
    { incidentId: 1, account: 'i', amount: kopecks(12_34), minutes: 310, cause: 'обрыв кабеля' },
    'money',
    14,
    'Вернули 12,34~₽ за аварию',
    '<p>Обрыв кабеля: посчитали~5~ч~10~мин без услуг. Деньги уже на~счёте, подробности~— в~истории платежей.</p>',
  ),
  told(
    incidents.incidentPlanned,
    { incidentId: 1, cause: 'обрыв кабеля', services: ['internet', 'tv'], by: '20\u00a0ноября к\u00a017:00' },
    'info',
    1,
    'Починим 20~ноября к~17:00',
    '<p>Обрыв кабеля. Не~работают интернет, ТВ. Когда заработает, напишем ещё раз.</p>',
  ),
  told(
    incidents.incidentOver,
    { incidentId: 1, cause: 'Обрыв кабеля', services: ['internet', 'tv'] },
    'info',
    2,
    'Починили: обрыв кабеля',
    '<p>Снова работают интернет, ТВ. Если у~вас всё ещё нет связи, выключите роутер на~минуту. Не~поможет~— нажмите «Не~работает» на~главной.</p>',
  ),
];

test('each notice has the right text and duration', async () => {
  const portal = await testPortal();
  await portal.pool.query('truncate message, message_read, message_delivery');
  for (const { tell } of ALL) {
    await tell(portal);
    // Otherwise the next message of the same matter would end it.
    await portal.pool.query('update message set topic = null');
  }
  const { rows } = await portal.pool.query<{ title: string; body: string }>(`
    select contract_id::int, kind, title, body, extract(day from until - created_at)::int as days
    from message order by message_id`);
  const plain = rows.map((row) => ({ ...row, title: breaking(row.title), body: breaking(row.body) }));
  expect(plain).toEqual(ALL.map(({ message }) => ({ contract_id: CONTRACT, ...message })));
});

const breaking = (text: string) => text.replaceAll('\u00A0', '~');

test('each notice has a unique name and is in the list above', async () => {
  const files = globSync('**/notices.ts', { cwd: import.meta.dirname });
  const modules = await Promise.all(
    files.map((file) => import(join(import.meta.dirname, file)) as Promise<Record<string, Notice<never>>>),
  );
  const names = modules.flatMap((notices) => Object.values(notices).map(({ name }) => name));
  expect(names.toSorted()).toEqual([...new Set(ALL.map(({ name }) => name))].toSorted());
});
