import { Segmented } from '#web/ui/field/choice.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import { pathOf } from '../text/service-state.tsx';
import styles from './service-tabs.module.css';

/** More services than this have no tabs; the home screen lists them, with a search. */
const MOST_TABS = 6;

/** Several services of one kind, side by side. */
export function ServiceTabs({ label, users }: { label: string; users: readonly User[] }) {
  if (users.length < 2 || users.length > MOST_TABS) return null;
  return (
    <div className={styles.tabs}>
      <Segmented label={label} links={users.map((user) => ({ to: pathOf(user), text: shortened(user, users) }))} />
    </div>
  );
}

const domainOf = ({ name }: User): string | undefined => /@(.+)$/.exec(name)?.[1];

/** Addresses of one domain are told apart by what stands before the «@»; in full they would not fit on a phone. */
function shortened(user: User, all: readonly User[]): string {
  const domain = domainOf(user);
  const isCommon = domain !== undefined && all.every((one) => domainOf(one) === domain);
  return isCommon ? user.name.slice(0, -domain.length - 1) : user.name;
}
