import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { inAddress, InstantText, text, wholeNumber } from '../../kernel/call/wire.ts';
import { PersonPhone, PersonWords } from '../personal.ts';

/** Who had an address at a moment; a login without a service is nobody's here. */
const AddressUse = z.object({
  contract_id: z.int().nullable(),
  user_id: z.int().nullable(),
  login: PersonWords.nullable(),
  network: z.string().meta({ description: 'The address, or the prefix that holds it' }),
  ports: z.string().nullable().meta({ description: 'The range of ports, of an address that several share' }),
  mac: z.string().nullable(),
  device: z.string().nullable().meta({ description: 'The device of access' }),
  since: InstantText,
  until: InstantText.nullable().meta({ description: 'Null: still on' }),
});

export const staffNetwork = {
  had: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/had',
    summary: 'Who had an IPv4 address, an IPv6 address or a port of a shared address at a moment',
    roles: ['engineer', 'admin'],
    noted: true,
    command: {
      words: 'network had',
      arguments: { address: 'адрес', at: 'момент' },
      options: { port: 'порт общего адреса' },
      help: 'у кого был адрес IPv4 или IPv6: «24.11.2026 14:00:05»; у общего адреса NAT — с портом',
    },
    query: z.strictObject({
      address: text(60)
        .trim()
        .min(1, 'Укажите адрес')
        .meta({ personal: 'other', examples: ['10.84.1.7'] }),
      at: text(40)
        .trim()
        .min(1, 'Укажите момент')
        .meta({
          description: 'Day and time of the provider’s zone; a day alone is its last minute',
          examples: ['24.11.2026 14:00:05'],
        }),
      port: inAddress(wholeNumber(1, 65_535)).optional(),
    }),
    result: z.object({
      at: InstantText,
      items: z.array(AddressUse).meta({ description: 'At most 200' }),
    }),
  }),
  check: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/check',
    summary: 'Compares services and phone numbers with the state of the network, and orders differences again',
    roles: ['engineer', 'admin'],
    command: { words: 'network check', help: 'сверить услуги с сетью и передать заново то, что разошлось' },
    result: z.object({
      connected: z.array(z.enum(['internet', 'tv', 'sip', 'mail', 'telephone'])).meta({
        description: 'Kinds of services that an outside system serves; orders for the others are only recorded',
      }),
      differing: z.array(
        z.object({
          contract_id: z.int(),
          user_id: z.int().nullable(),
          phone_number: PersonPhone.nullable(),
          fields: z
            .array(z.string())
            .meta({ description: 'The different fields; `service`: the network does not know the service' }),
        }),
      ),
    }),
    problems: ['outside_unavailable'],
  }),
};
