import { ServicePage } from '#shared/service/service-page.tsx';

/** One mailbox. */
export const Page = () => (
  <ServicePage
    kind="mail"
    entry={{ title: 'Вход в почту', word: 'Логин' }}
    support="Сменить пароль, завести или удалить ящик поможет поддержка"
  />
);
