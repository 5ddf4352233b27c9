import { message } from '#server/domain/messaging/message.texts.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';

const TITLE = 'Создан ключ для программ';
const ADDRESS_TITLE = 'Создан адрес календаря списаний';
const ADVICE = 'Если это сделали не вы, отзовите ключ в настройках и смените пароль.';

export const keyCreated: Notice<{ readonly name: string }> = {
  name: 'personal_key.created',
  category: 'security',
  link: () => '/settings/data',
  shownDays: 30,
  isUrgent: true,
  portal: ({ name }) =>
    message(TITLE, `Ключом «${name}» программа может читать ваш договор. Менять она не может.`, ADVICE),
};

export const calendarAddressCreated: Notice<{ readonly name: string }> = {
  name: 'personal_key.calendar',
  category: 'security',
  link: () => '/settings/data',
  shownDays: 30,
  isUrgent: true,
  portal: ({ name }) =>
    message(
      ADDRESS_TITLE,
      `Кто знает адрес «${name}», тот без пароля видит дни и суммы списаний. Изменить он ничего не может.`,
      'Если это сделали не вы, отзовите адрес в настройках и смените пароль.',
    ),
};
