import { z } from 'zod';
import { SignedByPasskey } from '../../identity/passkey.ts';
import { text } from '../../kernel/call/wire.ts';

/** A code of an invitation, as it stands in its link. */
export const InvitationCode = text(64).trim().min(1, 'Откройте ссылку приглашения целиком').meta({ secret: true });

export const NewPassword = text(1000).min(1, 'Придумайте пароль').meta({
  secret: true,
  description: 'Twelve signs at least, and none of those that have leaked',
});

export const exactlyOne = (...given: readonly unknown[]): boolean =>
  given.filter((one) => one !== undefined).length === 1;
export const ONE_SECOND_STEP = 'Введите код из приложения или возьмите ключ';

export const SignedForStaff = SignedByPasskey.meta({ secret: true, description: 'What a passkey has signed' });
export const SpareCodes = z
  .array(z.string())
  .meta({ secret: true, description: 'Ten, each for one sign-in without the app; shown this once' });
