import { settingWords, type SettingSection } from './settings.texts.ts';

export const OTHER_BILLING = {
  title: settingWords(
    'Another billing, joined by its database ([billing-views.ru.md](billing-views.ru.md))',
    'Другая расчётная система через её базу ([billing-views.ru.md](billing-views.ru.md))',
  ),
  settings: {
    BILLING_DATABASE_URL: settingWords(
      'its database with the views: `mysql://user:password@host:3306/database` or `postgresql://…`',
      'её база с представлениями: `mysql://user:password@host:3306/database` или `postgresql://…`',
    ),
  },
} satisfies SettingSection;
