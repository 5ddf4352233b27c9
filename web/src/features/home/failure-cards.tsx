import { phone, keepTogether } from '#lib/format.ts';
import { useProvider } from '#lib/provider.ts';
import type { Listed } from '#shared/service/service.texts.ts';
import { ButtonRow, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { State } from '#ui/state.tsx';
import styles from './failure-cards.module.css';

/** If more services are broken, only the list shows them, with those that need attention first. */
const MOST_CARDS = 2;

/** Services that do not work for another reason than debt: what happened, since when, and who helps. */
export function FailureCards({ services }: { services: readonly Listed[] }) {
  const broken = services.filter(({ state, reason, user }) => user && state === 'blocked' && reason !== 'debt');
  if (broken.length > MOST_CARDS) return null;
  return broken.map((service) => <FailureCard key={service.key} service={service} />);
}

function FailureCard({ service: { name, path, look, user } }: { service: Listed }) {
  const [support] = useProvider().support_phones;
  if (!user) return null;
  return (
    <Card
      title={name}
      aside={
        <State tone={look.tone} icon={look.icon}>
          {look.word}
        </State>
      }
    >
      <div className={styles.body}>
        <p>{keepTogether(user.state_text)}</p>
        <ButtonRow stacked>
          <LinkButton to={path} look="soft" size="sm">
            {user.reason === 'repair' ? 'Подробнее' : 'Как включить'}
          </LinkButton>
          {support && (
            <LinkButton to={`tel:+${support.phone.replace(/\D/g, '')}`} look="line" size="sm" external icon="phone">
              {phone(support.phone)}
            </LinkButton>
          )}
        </ButtonRow>
      </div>
    </Card>
  );
}
