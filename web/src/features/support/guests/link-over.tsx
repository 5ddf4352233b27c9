import { PageHead } from '#web/shared/page/page-head.tsx';
import { SupportLine } from '#web/shared/service/page/service-support.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';

const WHAT = {
  invitation: [
    'Возможно, ею\u00a0уже воспользовались',
    'Или срок вышел, или её закрыли. Попросите новую у\u00a0того, кто вас пригласил.',
  ],
  bill: [
    'Возможно, по ней уже заплатили',
    'Или срок вышел, или её закрыли. Попросите новую у\u00a0того, кто её прислал.',
  ],
} as const;

/** For a used, ended and unknown link alike: it tells nothing of what it was. */
export const LinkOver = ({ what }: { what: keyof typeof WHAT }) => (
  <>
    <PageHead title="Ссылка больше не действует" />
    <Stack>
      <Card>
        <Empty icon="lock" title={WHAT[what][0]}>
          {WHAT[what][1]}
        </Empty>
      </Card>
      <SupportLine>Не&nbsp;получается? Позвоните нам</SupportLine>
    </Stack>
  </>
);
