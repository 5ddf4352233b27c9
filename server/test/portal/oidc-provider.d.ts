/** What the tests use of the OpenID provider, whose package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, reply: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      reply: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    readonly Grant: new (of: { clientId: string; accountId: string }) => Grant;
  }
}
