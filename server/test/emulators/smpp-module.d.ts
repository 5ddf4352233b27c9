/** The part of `smpp` that the emulator needs: it has no types of its own. */
declare module 'smpp' {
  import type { Server } from 'node:net';

  export interface Pdu {
    readonly command_status: number;
    readonly system_id: string;
    readonly password: string;
    readonly source_addr: string;
    readonly source_addr_ton: number;
    readonly destination_addr: string;
    readonly data_coding: number;
    readonly esm_class: number;
    readonly registered_delivery: number;
    readonly short_message: { readonly message: string | Buffer; readonly udh?: readonly Buffer[] };
    response(fields?: object): Pdu;
  }

  export interface Session {
    on(event: string, hear: (pdu: Pdu) => void): void;
    send(pdu: Pdu): void;
    deliver_sm(fields: object, answered: (answer: Pdu) => void): void;
    unbind(): void;
    close(): void;
    destroy(): void;
  }

  const smpp: { createServer(hear: (session: Session) => void): Server };
  export default smpp;
}
