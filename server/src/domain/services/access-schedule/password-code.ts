import type { CodePurpose } from '#server/domain/identity/contacts/codes.ts';

/** A code that sets a new password of a schedule. */
export const passwordCode = (userId: number): CodePurpose => ({
  name: `schedule:${userId}`,
  what: 'задать новый пароль графика доступа',
  mostADay: 5,
});
