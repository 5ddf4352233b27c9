export interface CodeTold {
  readonly code: string;
  readonly address: string;
}

/** A letter with a code; its reader may not be a client at all. */
export const forwardCodeLetter = ({ code, address }: CodeTold): { subject: string; text: string } => ({
  subject: `${code} — код для пересылки писем`,
  text: `Владелец ящика ${address} просит присылать копии своих писем на этот адрес.\n\nЕсли это вы, введите в личном кабинете код ${code}. Он действует 10 минут.\n\nЕсли нет, ничего не делайте: без кода пересылка не включится.`,
});

export const forwardCodeText = ({ code }: CodeTold): string => `${code} — код для пересылки писем. Действует 10 минут.`;
