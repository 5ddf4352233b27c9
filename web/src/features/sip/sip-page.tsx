import { ServicePage } from '#shared/service/service-page.tsx';

/** One SIP line. */
export const Page = () => (
  <ServicePage
    kind="sip"
    entry={{ title: 'Вход на телефоне', word: 'Логин' }}
    support="Сменить пароль и настроить телефон поможет поддержка"
  />
);
