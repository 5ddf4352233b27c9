import { providerNow } from '#web/lib/page/provider.ts';

export type CodeWay = 'phone' | 'email';

/** Whether a code can be sent this way: without a gateway of text messages, or a mail server, none would come. */
export const canSendCode = (way: CodeWay): boolean => providerNow().codes?.[way] ?? true;

/** Why none would come. */
export const NO_CODES: Readonly<Record<CodeWay, string>> = {
  phone: 'СМС отсюда пока не отправляются',
  email: 'Письма отсюда пока не отправляются',
};

export const canSendAnyCode = (): boolean => canSendCode('phone') || canSendCode('email');
