import type { ReactNode } from 'react';
import { counted, number } from '#web/lib/text/format.ts';

// Nothing that is typed or pasted is cut or changed. It stays, the field says what to do about it, and its form sends nothing until then.

interface Typed {
  value: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** Marks a field whose form must not be sent yet. */
const held = ({ value, hint, error }: Typed, fault: string | undefined) => ({
  value,
  hint,
  error: fault ?? error,
  'data-held': fault === undefined ? undefined : '',
});

const signs = (count: number): string => counted(count, 'знак', 'знака', 'знаков');

/** Texts as long as this are counted from the first letter on, shorter ones when little room is left. */
const LONG = 500;

export const isBeyond = (limit: number, value: string): boolean => value.length > limit;

/** For a field that takes so many characters: `<Field {...within(100, { value, hint, error })} />`. */
export function within(limit: number, { value, hint, error }: Typed) {
  const isCounted = value !== '' && (limit >= LONG || value.length > limit * 0.8);
  const counter = `Набрано ${number(value.length)} из\u00a0${signs(limit)}`;
  const fault = isBeyond(limit, value)
    ? `На\u00a0${signs(value.length - limit)} длиннее, чем можно. Сократите до ${number(limit)}`
    : undefined;
  return held({ value, hint: isCounted ? counter : hint, error }, fault);
}

const CODE_DIGITS = 6;

/** A code as it is sent: people write it in groups. */
export const bareCode = (typed: string): string => typed.replace(/[\s-]/g, '');

/** For a field with a code of six digits. */
export function sixDigits(typed: Typed) {
  const code = bareCode(typed.value);
  if (/[^0-9]/.test(code)) return held(typed, 'В\u00a0коде только цифры от 0 до 9. Уберите остальное');
  const surplus = code.length - CODE_DIGITS;
  return held(
    typed,
    surplus > 0 ? `В\u00a0коде шесть цифр, а\u00a0здесь ${code.length}. Проверьте, что лишнее` : undefined,
  );
}

function hold(event: SubmitEvent): void {
  const field = (event.target as HTMLFormElement).querySelector<HTMLElement>('[data-held]');
  if (!field) return;
  event.preventDefault();
  event.stopPropagation();
  field.focus();
}

// Before the handler of the form, which React calls from the root of the page.
if (typeof document !== 'undefined') document.addEventListener('submit', hold, true);
