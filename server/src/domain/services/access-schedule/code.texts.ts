/** A text message with a code for a new password. */
export const codeText = (code: string): string =>
  `${code} — код для нового пароля графика доступа. Он действует 10 минут. Никому его не говорите.`;

export const codeLetter = (code: string): { subject: string; text: string } => ({
  subject: 'Код для нового пароля графика доступа',
  text: codeText(code),
});
