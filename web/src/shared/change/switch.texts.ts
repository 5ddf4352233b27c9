import type { Control } from './switch-row.tsx';

/** Whether it is on today, even if its end is planned. */
export const isOn = ({ control }: { control: Control }): boolean =>
  control.status === 'on' || control.status === 'off_pending' || control.is_on === true;
