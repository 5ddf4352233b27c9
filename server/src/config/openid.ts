import { z } from 'zod';
import type { OpenIdSettings, SecondFactorProof } from '#server/integrations/openid/openid-connect.ts';
import { isPrivateAddress } from './private-address.ts';

const PROOF = /^(?<claim>amr|acr)=(?<value>[\w.:/-]{1,100})$/;
const WRONG_PROOF = 'нужно, чем провайдер доказывает второй шаг: amr=mfa, acr=2 или несколько через запятую';

const proofIn = (text: string): SecondFactorProof => {
  const { claim, value = '' } = PROOF.exec(text)?.groups ?? {};
  return { claim: claim === 'acr' ? 'acr' : 'amr', value };
};

/** Variables of the provider's own sign-in of its staff. */
export const OpenIdVariables = {
  /** As the provider's description spells it. */
  STAFF_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://id.example.ru/realms/staff' })
    .refine(isPrivateAddress, 'адрес должен начинаться с https://')
    .optional(),
  STAFF_OIDC_CLIENT_ID: z.string().min(1, 'нужно имя клиента').optional(),
  STAFF_OIDC_CLIENT_SECRET: z.string().min(16, 'нужно не меньше 16 знаков').optional(),
  /** What in the ID token proves the second factor. */
  STAFF_OIDC_SECOND_FACTOR: z
    .string()
    .default('amr=mfa')
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((ones) => ones.every((one) => PROOF.test(one)), WRONG_PROOF),
  /** How the button calls it. */
  STAFF_OIDC_LABEL: z
    .string()
    .min(1)
    .max(40, 'нужно название не длиннее 40 знаков')
    .default('учётной записью компании'),
};

interface Variables {
  readonly STAFF_OIDC_ISSUER?: string | undefined;
  readonly STAFF_OIDC_CLIENT_ID?: string | undefined;
  readonly STAFF_OIDC_CLIENT_SECRET?: string | undefined;
  readonly STAFF_OIDC_SECOND_FACTOR: readonly string[];
  readonly STAFF_OIDC_LABEL: string;
}

/** The sign-in that the variables name, if any; refusals.ts has already refused a part of one. */
export function openIdSettings(settings: Variables): OpenIdSettings | undefined {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: clientId, STAFF_OIDC_CLIENT_SECRET: secret } = settings;
  if (issuer === undefined || clientId === undefined || secret === undefined) return undefined;
  const proofs = settings.STAFF_OIDC_SECOND_FACTOR.map(proofIn);
  return { issuer, clientId, clientSecret: secret, label: settings.STAFF_OIDC_LABEL, proofs };
}
