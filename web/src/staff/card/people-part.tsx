import { useState } from 'react';
import { momentText, phone } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Address } from '#web/ui/text/address.tsx';
import { ContactDialog } from '../actions/contact-dialog.tsx';
import { useMay } from '../api/me.ts';
import { rolesText } from '../api/role-words.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';
import type { ContractCard } from './card-data.ts';

/** How the client is reached, and who of the staff has looked at him. */
export function PeoplePart({ card, today }: { card: ContractCard; today: string }) {
  const { phones, mails } = card.contacts;
  return (
    <>
      <Part title="Как связаться" aside={<ChangeContact contractId={card.contract_id} />}>
        <ul className={plane.rows}>
          {phones.map((one) => (
            <li key={one.phone} className={plane.row}>
              <div>
                <b>{phone(one.phone)}</b>
                {one.whose !== null && <span className={plane.sub}>{one.whose}</span>}
              </div>
              <span className={plane.muted}>{one.is_confirmed ? 'подтверждён' : 'не подтверждён'}</span>
            </li>
          ))}
          {mails.map((one) => (
            <li key={one.mail} className={plane.row}>
              <div>
                <b>
                  <Address>{one.mail}</Address>
                </b>
                {one.whose !== null && <span className={plane.sub}>{one.whose}</span>}
              </div>
              <span className={plane.muted}>{one.is_confirmed ? 'подтверждена' : 'не подтверждена'}</span>
            </li>
          ))}
        </ul>
        {phones.length + mails.length === 0 && <p className={plane.muted}>Ни телефона, ни почты нет.</p>}
      </Part>
      {card.looks.length > 0 && (
        <Part title="Кто смотрел" caption="Абонент видит это в «Безопасности»">
          <ul className={plane.rows}>
            {card.looks.slice(0, 5).map(({ read_at: at, operator, role }) => (
              <li key={at} className={plane.row}>
                <div>
                  {operator} <span className={plane.muted}>{rolesText([role])}</span>
                </div>
                <span className={plane.end}>{momentText(at, today)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function ChangeContact({ contractId }: { contractId: number }) {
  const [isAsked, setAsked] = useState(false);
  if (!useMay('contract contact')) return null;
  return (
    <>
      <Button look="plain" size="sm" onClick={() => setAsked(true)}>
        Сменить
      </Button>
      {isAsked && <ContactDialog contractId={contractId} onClose={() => setAsked(false)} />}
    </>
  );
}
