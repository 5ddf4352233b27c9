import { ServicePage } from '#parts/service-page.tsx';

/** One TV service. */
export const Page = () => (
  <ServicePage
    kind="tv"
    entry={{ title: 'Вход на приставке', word: 'Логин' }}
    support="Сменить пакет каналов или перезапустить приставку поможет поддержка"
  />
);
