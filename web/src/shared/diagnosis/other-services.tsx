import { openSheet, type OpenSheet } from '#web/lib/page/sheet.ts';
import { usePhoneNumbers, useUsers } from '#web/shared/data/frame-data.ts';
import { useHit } from '#web/shared/data/incidents.ts';
import {
  listedNumbers,
  listedUsers,
  needsAttention,
  type ListedService,
} from '#web/shared/service/text/service.texts.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import type { Diagnosis } from './diagnosis-data.ts';
import styles from './diagnosis.module.css';

/** All services of the client, with phone numbers. */
export function useServices(): ListedService[] {
  const { data: users = [] } = useUsers();
  const { data: numbers = [] } = usePhoneNumbers();
  const hit = useHit();
  return [...listedUsers(users, hit), ...listedNumbers(numbers, hit)];
}

/** Whether the sheet is about this service. */
export const isOf = (
  { user, number }: ListedService,
  { userId, phoneNumber }: Pick<OpenSheet, 'userId' | 'phoneNumber'>,
): boolean =>
  (user !== undefined && user.user_id === userId) || (number !== undefined && number.phone_number === phoneNumber);

/** More services than this are reached from their own pages. */
const MOST_OTHERS = 4;

/** The service that the sheet is about; unknown while it chooses itself. */
function ofSheet(
  sheet: OpenSheet,
  checked: Diagnosis | undefined,
): Pick<OpenSheet, 'userId' | 'phoneNumber'> | undefined {
  if (!checked) return sheet.userId === undefined && sheet.phoneNumber === undefined ? undefined : sheet;
  const { user_id: userId, phone_number: phoneNumber } = checked.service ?? {};
  return { userId: userId ?? undefined, phoneNumber: phoneNumber ?? undefined };
}

interface OthersProps {
  services: readonly ListedService[];
  sheet: OpenSheet;
  checked: Diagnosis | undefined;
}

/** Other services, also while this one is checked. */
export function Others({ services, sheet, checked }: OthersProps) {
  const of = ofSheet(sheet, checked);
  const others = of === undefined ? [] : services.filter((one) => !isOf(one, of));
  const first = [...others.filter(needsAttention), ...others.filter((one) => !needsAttention(one))];
  if (others.length === 0) return null;
  return (
    <div className={styles.others}>
      <p className={styles.under}>Не&nbsp;работает что-то другое?</p>
      <ButtonRow>
        {first.slice(0, MOST_OTHERS).map(({ key, name, user, number }) => (
          <Button
            key={key}
            look="plain"
            size="sm"
            onClick={() => openSheet({ name: 'trouble', userId: user?.user_id, phoneNumber: number?.phone_number })}
          >
            {name}
          </Button>
        ))}
      </ButtonRow>
    </div>
  );
}
