import type { DesiredState, NetworkKind, ServiceRef } from '../port.ts';

/** What a system of the provider's own is asked: the same JSON over HTTP and on the standard input of a program. */
type NetworkRequest =
  | { readonly act: 'apply'; readonly state: DesiredState; readonly password?: string }
  | { readonly act: 'read'; readonly service: ServiceRef; readonly kind: NetworkKind }
  | { readonly act: 'disconnect'; readonly userId: number; readonly kind: NetworkKind; readonly address?: string };

/** Sends a request and returns the text of its reply; throws if the system has failed or refused. */
export type NetworkExchange = (request: NetworkRequest) => Promise<string>;

/** Milliseconds for a reply; after them the request has failed and is repeated later. */
export const EXCHANGE_PATIENCE_MS = 10_000;
