import type { User } from '#shared/data/frame-data.ts';
import { isStarter } from '#shared/change/program-data.ts';
import { ProgramsCard } from '#shared/change/programs-card.tsx';

/** Programs of the service, and those of the contract; TV is ordered on a separate page (`tv-program-init`). */
export function ProgramsSection({ user: { user_id } }: { user: User }) {
  return (
    <>
      <div id="programs">
        <ProgramsCard whose={user_id} title="Дополнительные услуги" />
      </div>
      <ProgramsCard
        whose="contract"
        title="Услуги договора"
        only={(program) => !isStarter(program) || program.control.status === 'on'}
      />
    </>
  );
}
