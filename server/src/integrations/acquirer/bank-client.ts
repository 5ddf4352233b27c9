import { outsideClient, type OutsideClient } from '../outside-client.ts';
import { parseBankJson } from './bank-json.ts';

export { parsedReply } from '../outside-client.ts';

export type BankClient = OutsideClient;

/** The HTTP client for every bank: JSON, with numbers as text. `baseUrl` has no slash at the end. */
export const bankClient = (baseUrl: string, common: Readonly<Record<string, string>> = {}): BankClient =>
  outsideClient({ baseUrl, headers: { 'content-type': 'application/json', ...common }, decode: parseBankJson });
