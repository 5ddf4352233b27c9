import type { Configuration, IDToken } from 'openid-client';
import { Problem } from '#server/kernel/call/problem.ts';
import { unavailable } from '../unavailable.ts';
import type { OpenId, OpenIdAnswer, OpenIdFlow } from './port.ts';

/** What a claim of the ID token must be: `amr` a list that has it, `acr` the value itself. */
export interface SecondFactorProof {
  readonly claim: 'amr' | 'acr';
  readonly value: string;
}

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly label: string;
  /** One of them proves the second factor. */
  readonly proofs: readonly SecondFactorProof[];
}

const PATIENCE_SECONDS = 5;
/** After so long its description is read anew: keys and addresses may have changed. Milliseconds. */
const REMEMBERED_MS = 3_600_000;
/** How long ago a person may have signed in there to confirm here. Seconds. */
const FRESH_SECONDS = 300;

/** Loaded with the first use: most portals have no such provider. */
const library = () => import('openid-client');

/** Only a provider on this machine may be without TLS. */
const isLocal = (issuer: string): boolean => /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::|\/|$)/.test(issuer);

/** The provider's own sign-in by OpenID Connect: a code with PKCE, state and nonce. */
export function openIdConnect(settings: OpenIdSettings): OpenId {
  const described = remembered(() => discover(settings));
  const acr = settings.proofs.flatMap(({ claim, value }) => (claim === 'acr' ? value : []));
  return {
    issuer: settings.issuer,
    label: settings.label,
    begin: async (returnTo, isFresh) => {
      const [client, config] = [await library(), await described()];
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: returnTo,
        scope: 'openid',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(acr.length > 0 && { acr_values: acr.join(' ') }),
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, flow };
    },
    finish: async (returnTo, flow, answer, isFresh) => {
      const claims = await exchanged(await described(), { returnTo, flow, answer, isFresh });
      if (!settings.proofs.some((proof) => isShown(proof, claims))) throw new Problem('openid_second_factor');
      return { issuer: settings.issuer, subject: claims.sub };
    },
    leave: async (returnTo) => {
      const config = await described();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      return (await library()).buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }).href;
    },
    look: async () => void (await discover(settings)),
  };
}

function remembered(read: () => Promise<Configuration>): () => Promise<Configuration> {
  let kept: { readonly config: Promise<Configuration>; readonly until: number } | undefined;
  return () => {
    if (kept && performance.now() < kept.until) return kept.config;
    const config = read();
    kept = { config, until: performance.now() + REMEMBERED_MS };
    config.catch(() => (kept = undefined));
    return config;
  };
}

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<Configuration> {
  const client = await library();
  // oxlint-disable-next-line typescript/no-deprecated -- marked so only to stand out; no other address is without TLS
  const execute = isLocal(issuer) ? [client.allowInsecureRequests] : [];
  const options = { execute, timeout: PATIENCE_SECONDS };
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, options).catch((error: unknown) => {
    throw unavailable(error);
  });
}

interface Returned {
  readonly returnTo: string;
  readonly flow: OpenIdFlow;
  readonly answer: OpenIdAnswer;
  readonly isFresh: boolean;
}

/** The ID token for a code, checked: signature, issuer, audience, time, nonce; state and PKCE tie it to the browser that has left. */
async function exchanged(config: Configuration, { returnTo, flow, answer, isFresh }: Returned): Promise<IDToken> {
  const client = await library();
  const url = new URL(returnTo);
  url.searchParams.set('code', answer.code);
  url.searchParams.set('state', answer.state);
  if (answer.iss !== undefined) url.searchParams.set('iss', answer.iss);
  const checks = {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
    ...(isFresh && { maxAge: FRESH_SECONDS }),
  };
  const tokens = await client.authorizationCodeGrant(config, url, checks).catch((error: unknown) => {
    throw isOutage(error) ? unavailable(error) : Object.assign(new Problem('openid_refused'), { cause: error });
  });
  const claims = tokens.claims();
  if (!claims) throw new Problem('openid_refused');
  return claims;
}

/** No answer, or one of a server that is broken: nothing is said about the person. */
function isOutage(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT' || error instanceof TypeError) return true;
  return cause instanceof Response && cause.status >= 500;
}

function isShown({ claim, value }: SecondFactorProof, claims: IDToken): boolean {
  const told = claims[claim];
  return claim === 'acr' ? told === value : Array.isArray(told) && told.includes(value);
}
