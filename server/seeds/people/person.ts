import type { Day } from '@kabinet/contract/kernel/day';
import type { Method } from '../money/movements.ts';

/** A demo client: plans and options by name, programs by number, sums in kopecks. */
export interface Person {
  readonly contractId: number;
  /** Surname, first name, patronymic. */
  readonly name: readonly [string, string, string];
  readonly street: string;
  readonly house: string;
  readonly flat: string;
  readonly billingDay: number;
  readonly openedOn: Day;
  /** The first day of the history. */
  readonly since: Day;
  readonly contacts: readonly { readonly kind: 'phone' | 'email'; readonly value: string; readonly state: 'active' }[];
  /** Further contacts, all confirmed. */
  readonly furtherContacts?: readonly DemoFurtherContact[];
  readonly accounts: readonly PersonAccount[];
  readonly services: readonly DemoService[];
  readonly numbers: readonly PhoneNumber[];
  /** Programs of the contract. */
  readonly programs: readonly number[];
}

export interface DemoFurtherContact {
  readonly kind: 'phone' | 'email';
  readonly address: string;
  readonly role: 'owner' | 'payer' | 'technical';
  readonly name: string;
  /** Categories that are off by default and switched on for this contact. */
  readonly wanted?: readonly 'charge'[];
}

/** A failure for which the provider has given money back. */
export interface DemoFailure {
  readonly login: string;
  /** The name of the service. */
  readonly name: string;
  readonly day: Day;
  readonly minutes: number;
}

export interface PersonAccount {
  readonly kind: 'i' | 't';
  readonly no: string;
  /** Today's balance; the history ends exactly there. */
  readonly balance: number;
  /** The limit during the history; `creditEnded`: it is over by now, and the used part is a debt. */
  readonly creditLimit: number;
  readonly creditEnded?: true;
  /** Explicit payments; the earlier ones are computed from the charges. */
  readonly payments: readonly {
    readonly day: Day;
    readonly time: string;
    readonly kopecks: number;
    readonly method: Method;
  }[];
  readonly failures?: readonly DemoFailure[];
}

type Status = 'on' | 'on_pending' | 'off_pending';

export interface DemoService {
  readonly type: 'isg' | 'ethernet' | 'homenet' | 'tv' | 'sip' | 'mail';
  readonly name: string;
  readonly login: string;
  readonly address: string;
  readonly plan: string;
  readonly openedOn: Day;
  readonly state: 'connecting' | 'active' | 'paused' | 'blocked';
  readonly reason: 'debt' | 'login_locked' | 'repair' | null;
  /** A moment in PostgreSQL's format. */
  readonly stateSince: string;
  readonly returnsOn: Day | null;
  readonly options: Readonly<Record<string, Status>>;
  readonly programs: readonly { readonly id: number; readonly status: Status; readonly info: string }[];
  /** Bytes. */
  readonly mailbox: { readonly quota: number; readonly used: number } | null;
  readonly plannedPlan: { readonly name: string; readonly from: Day } | null;
  readonly schedule: { readonly password: string; readonly rules: readonly ScheduleRule[] } | null;
}

/** Hours in which the internet works; days from Monday, 1, to Sunday, 7. */
interface ScheduleRule {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

interface PhoneNumber {
  readonly number: string;
  readonly plan: string;
  readonly openedOn: Day;
  readonly closedOn: Day | null;
  readonly isInDebt: boolean;
  readonly callsADay: number;
}

/** A working service with no extras; callers give the differences. */
export const working = (
  service: Pick<DemoService, 'type' | 'name' | 'login' | 'address' | 'plan' | 'openedOn'> & Partial<DemoService>,
): DemoService => ({
  state: 'active',
  reason: null,
  stateSince: `${service.openedOn} 12:00 UTC`,
  returnsOn: null,
  options: {},
  programs: [],
  mailbox: null,
  plannedPlan: null,
  schedule: null,
  ...service,
});

const GIGABYTE = 1024 ** 3;

/** A mailbox; sizes in gigabytes. */
export const mailbox = (box: string, openedOn: Day, quota: number, used: number): DemoService =>
  working({
    type: 'mail',
    name: box,
    login: box,
    address: box,
    plan: 'Ящик',
    openedOn,
    mailbox: { quota: quota * GIGABYTE, used: Math.round(used * GIGABYTE) },
  });
