import { PageHead } from '#web/shared/page/page-head.tsx';
import { SupportLine } from '#web/shared/service/page/service-support.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';

const WHAT = {
  invitation: 'Её могли уже использовать, закрыть или заменить другой. Попросите новую у того, кто вас пригласил.',
  bill: 'Возможно, уже заплатили или вышел срок. Попросите новую у того, кто её прислал.',
} as const;

/** For a used, ended and unknown link alike: it tells nothing of what it was. */
export const LinkOver = ({ what }: { what: keyof typeof WHAT }) => (
  <>
    <PageHead title="Ссылка больше не действует" />
    <Stack>
      <Card>
        <Empty icon="lock" title="По ней ничего не открыть">
          {WHAT[what]}
        </Empty>
      </Card>
      <SupportLine>Не&nbsp;получается? Позвоните нам</SupportLine>
    </Stack>
  </>
);
