import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { phone, keepTogether } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { SupportLine } from '#web/shared/service/page/service-support.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import styles from './support.module.css';

type Contact = Wire<typeof contract.support.getCont>;

/** Contacts of the provider and of the client. */
export function Contacts() {
  const answer = useCall(contract.support.getCont, {});
  return (
    <Stack>
      <LoadedCard
        title={CALL}
        answer={answer}
        failed="Не удалось загрузить контакты."
        skeleton={<SkeletonRows label="Загружаем контакты" count={2} tile={false} />}
      >
        {(contact) => <ContactCards contact={contact} />}
      </LoadedCard>
      {answer.error && !answer.data && <SupportLine>Поддержка</SupportLine>}
    </Stack>
  );
}

const CALL = 'Позвонить';

function ContactCards({ contact: { phones, email, office, own } }: { contact: Contact }) {
  return (
    <Stack>
      <Card title={CALL}>
        <ul className={styles.phones}>
          {phones.map(({ label, phone: digits }) => (
            <li key={digits}>
              <Icon name="phone" />
              <span>
                <small>{label}</small>
                <a href={`tel:+${digits.replace(/\D/g, '')}`}>{phone(digits)}</a>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Написать или прийти">
        <KeyValues
          list={[
            [
              'Почта',
              <a key="mail" href={`mailto:${email}`}>
                {email}
              </a>,
            ],
            ['Офис', keepTogether(office.address)],
            ['Открыт', keepTogether(office.hours)],
          ]}
        />
      </Card>
      {own && (
        <Card title="Как мы свяжемся с вами">
          <KeyValues
            list={[
              ['Телефон', own.phone ?? 'Не указан'],
              ['Почта', own.email ?? 'Не указана'],
            ]}
          />
          <p className={styles.note}>
            Изменить их можно в <Link to="/settings/mobile">настройках</Link>.
          </p>
        </Card>
      )}
    </Stack>
  );
}
