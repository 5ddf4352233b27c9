import type { contract, Wire } from '#web/api/contract.ts';

/** Whether something can be switched; if not, why. */
export type Control = Wire<typeof contract.plan.options>['options'][number]['control'];

/** Whether it is on today, even if its end is planned. */
export const isOn = ({ control }: { control: Control }): boolean =>
  control.status === 'on' || control.status === 'off_pending' || control.is_on === true;
