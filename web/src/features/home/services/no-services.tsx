import { phone } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';

/** A contract whose services are not connected yet. */
export function NoServices() {
  const [support] = useProvider().support_phones;
  return (
    <Card title="Услуги">
      <Empty
        icon="layers"
        title="Услуг пока нет"
        action={
          support && (
            <LinkButton to={`tel:+${support.phone.replace(/\D/g, '')}`} external look="soft" size="sm" icon="phone">
              {phone(support.phone)}
            </LinkButton>
          )
        }
      >
        Они появятся здесь, как только мы их подключим. Позвоните: подберём тариф и договоримся о времени.
      </Empty>
    </Card>
  );
}
