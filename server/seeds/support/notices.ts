import type { Day } from '@kabinet/contract/kernel/day';
import { dayText } from '#server/domain/shared/text.rules.ts';
import { at, minutesBefore, type Calendar } from '../calendar.ts';
import { insertKeyed, insertRows, known } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

interface Message {
  /** A contract by its number, or a town by its name. */
  readonly to: number | string;
  readonly kind: 'info' | 'work' | 'incident' | 'security' | 'money';
  readonly title: string;
  readonly body: string;
  readonly createdAt: string;
  readonly until: string | null;
  readonly topic?: string;
}

function messagesOf(calendar: Calendar): readonly Message[] {
  const { now, yesterday } = calendar;
  const text = (day: Day) => dayText(day, calendar.today);
  const works = calendar.ahead(5);
  return [
    {
      to: 'Тольятти',
      kind: 'info',
      title: 'Офис на Юбилейной работает по субботам',
      body: '<p>Ждём вас с 10:00 до 18:00.</p>',
      createdAt: at(calendar.ago(12), '11:00'),
      until: null,
    },
    {
      to: 'Тольятти',
      kind: 'work',
      title: `Ночные работы ${text(works)}`,
      body: '<p>С 02:00 до 05:00 интернет может пропадать на 10–15\u00a0минут.</p>',
      createdAt: at(calendar.ago(2), '15:30'),
      until: at(works, '05:00'),
    },
    {
      to: 100_001,
      kind: 'info',
      title: 'Счёт за прошлый месяц готов',
      body: '<p>Сколько списали за разговоры — в разделе «Платежи».</p>',
      createdAt: at(calendar.ago(6), '09:00'),
      until: null,
    },
    {
      to: 100_002,
      kind: 'money',
      title: `${text(yesterday)} спишем 690 ₽`,
      body: '<p>На счёте «Интернет» 61,50 ₽, не хватит 628,50 ₽. Пополните счёт, чтобы интернет и ТВ работали.</p>',
      createdAt: at(calendar.ago(4), '10:00'),
      until: at(yesterday, '00:10'),
    },
    {
      to: 100_002,
      kind: 'money',
      title: 'Интернет и ТВ отключены за долг',
      body: '<p>Долг по счёту «Интернет»\u00a0— 628,50\u00a0₽. Включим сразу, как придут деньги.</p>',
      createdAt: at(yesterday, '00:10'),
      until: null,
      topic: 'debt:i',
    },
    {
      to: 100_002,
      kind: 'money',
      title: 'Номер отключён за долг',
      body: '<p>Долг по счёту «Телефон»\u00a0— 187,40\u00a0₽. Звонки не проходят. Номер остаётся за вами и заработает сразу, как придут деньги.</p>',
      createdAt: at(yesterday, '00:10'),
      until: null,
      topic: 'debt:t',
    },
    {
      to: 100_003,
      kind: 'info',
      title: 'Интернет подключён',
      body: '<p>Тариф «Волга 100» работает. Если что-то не так, откройте услугу «Интернет»: там видно, в чём дело, и есть кнопка, которая поможет.</p>',
      createdAt: at(calendar.ago(2), '16:40'),
      until: null,
    },
    {
      to: 100_004,
      kind: 'security',
      title: 'Логин gordeev40 заблокирован',
      body: '<p>Кто-то много раз ввёл неверный пароль. Нажмите «Разблокировать» на главной. Если пароль вводили не вы, там же задайте новый.</p>',
      createdAt: minutesBefore(now, 95),
      until: null,
    },
    {
      to: 100_005,
      kind: 'money',
      title: 'Закрывающие документы готовы',
      body: '<p>Акт и счёт за прошлый месяц отправили на почту бухгалтерии.</p>',
      createdAt: at(calendar.ago(3), '12:15'),
      until: null,
    },
  ];
}

/** Messages of towns and contracts. 100001 has read those older than a week. */
export async function addMessages({ client, calendar, places }: Seeding): Promise<void> {
  const ids = await insertKeyed(
    client,
    'message',
    'message_id',
    'title || coalesce(contract_id, 0)',
    messagesOf(calendar).map(({ to, kind, title, body, createdAt, until, topic = null }) => ({
      contract_id: typeof to === 'number' ? to : null,
      town_id: typeof to === 'string' ? places.town(to) : null,
      kind,
      title,
      body,
      created_at: createdAt,
      until,
      topic,
    })),
  );
  await client.query(
    `update message m set topic = 'login:' || u.user_id from service_user u
     where u.contract_id = m.contract_id and u.reason = 'login_locked' and m.kind = 'security'`,
  );
  const old = known(ids, 'Офис на Юбилейной работает по субботам0');
  await insertRows(client, 'message_read', [
    { contract_id: 100_001, message_id: old, read_at: at(calendar.ago(8), '18:40') },
  ]);
}
