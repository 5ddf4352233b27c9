import { useNavigate } from '#lib/router.tsx';
import type { User } from '#shared/data/frame-data.ts';
import { isStarter } from '#shared/change/program-data.ts';
import { ProgramsCard } from '#shared/change/programs-card.tsx';
import { plainMain, ServicePage } from '#shared/service/service-page.tsx';
import { Devices } from './devices/devices.tsx';

/** One TV service: packages of channels, and the starter program that created it. */
export const Page = () => (
  <ServicePage
    kind="tv"
    entry={{ title: 'Вход на приставке', word: 'Логин' }}
    support="Сменить тариф поможет поддержка"
    more={(user) => <Devices key={user.user_id} user={user} />}
    main={(user) => (
      <>
        {plainMain(user)}
        <Programs key={user.user_id} user={user} />
      </>
    )}
  />
);

function Programs({ user: { user_id } }: { user: User }) {
  const navigate = useNavigate();
  return (
    <>
      <ProgramsCard whose={user_id} title="Пакеты каналов" counted={['пакета', 'пакетов']} />
      <ProgramsCard
        whose="contract"
        title="Подключение ТВ"
        only={(program) => isStarter(program) && program.control.status === 'on'}
        // Switching the program off closes the service: leave its page.
        onDone={() => navigate('/tv/create')}
      />
    </>
  );
}
