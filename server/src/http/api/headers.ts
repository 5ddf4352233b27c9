const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default dompurify worker',
};

/**
 * The content security policy of the portal; a page with other needs changes directives, or removes them (undefined).
 */
export const contentPolicy = (changes: Readonly<Record<string, string | undefined>> = {}): string =>
  Object.entries({ ...POLICY, ...changes })
    .filter(([, sources]) => sources !== undefined)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

const HEADERS = {
  'content-security-policy': contentPolicy(),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  // For what does not know `frame-ancestors`.
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** The headers of every reply. */
export const headersOf = (requestId: string): Record<string, string> => ({ ...HEADERS, 'x-request-id': requestId });
