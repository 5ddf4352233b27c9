import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx';
import { Host } from '#web/lib/page/host.ts';
import { renderedPage, type RenderedHead, type RenderedPage } from './rendered-page.tsx';

// Runs on the server: renders the form of sign-in into its page, which is the same for everybody at this address.

/** Set by the build. */
declare const LOGIN_HEAD: RenderedHead;

/** `host`: at a bare address there are no passkeys. */
export const renderLogin = (html: string, host: string): Promise<RenderedPage> =>
  renderedPage(html, {
    screen: (
      <Host value={host}>
        <SignInPage />
      </Host>
    ),
    head: LOGIN_HEAD,
  });
