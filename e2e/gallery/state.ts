import type { Page } from 'playwright-core';
import type { Client } from '../harness/api.ts';
import type { Server } from '../harness/server.ts';

/** What the gallery shows: each screen in its main states. */
export interface State {
  /** The name of its picture: `internet-debt`. */
  name: string;
  title: string;
  /** The login; signed out when absent. */
  who?: number;
  /** Below `/lk/`; ids of services are not fixed, so they are asked for. */
  path: string | ((client: Client) => Promise<string>);
  /** What the provider does before; it stays for the states that follow. */
  before?: (server: Server) => Promise<unknown>;
  /** What the network does: by default it works. */
  network?: 'slow' | 'broken' | 'lost';
  /** Brings the page to the state of the picture. */
  then?: (page: Page) => Promise<unknown>;
}
