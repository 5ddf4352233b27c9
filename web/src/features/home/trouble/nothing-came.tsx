import { useRetryAll, useTellsItself } from '#web/shared/frame/failures.ts';
import { useWhyFailed } from '#web/shared/frame/failed-together.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { SupportButton } from '#web/shared/service/page/service-support.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';

/** Nothing of home has loaded: what that does not touch, and the ways out. One card, because six parts that failed have one cause. */
export function NothingCame() {
  useTellsItself();
  const { isBusy, again } = useRetryAll();
  const why = useWhyFailed();
  return (
    <div role="alert">
      <PageHead title="Кабинет не&nbsp;загрузился" tab="Главная" {...(why !== undefined && { lead: why })} />
      <Card title="Услуги от&nbsp;кабинета не&nbsp;зависят">
        <Stack>
          <p>Что работало, работает дальше. Отправленный платёж не&nbsp;пропадёт. Срочный вопрос решит поддержка.</p>
          <ButtonRow stacked>
            <Button icon="refresh" aria-disabled={isBusy} onClick={again}>
              {isBusy ? 'Повторяем…' : 'Повторить'}
            </Button>
            <SupportButton />
          </ButtonRow>
        </Stack>
      </Card>
    </div>
  );
}
