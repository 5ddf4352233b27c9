import { Page } from '#features/sign-in/sign-in-page.tsx';
import { Host } from '#lib/host.ts';
import { renderedPage, takeProvider } from './rendered-page.tsx';

// Runs on the server: renders the form of sign-in into its page, which is the same for everybody at this address.

/** The styles of its parts with files of their own; set by the build. */
declare const LOGIN_STYLES: readonly string[];

/** `host`: at a bare address there are no passkeys. */
export function renderLogin(html: string, host: string): Promise<string> {
  takeProvider(html);
  return renderedPage(html, {
    screen: (
      <Host value={host}>
        <Page />
      </Host>
    ),
    styles: LOGIN_STYLES,
  });
}
