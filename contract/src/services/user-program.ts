import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { CatalogueId, inAddress } from '../kernel/call/wire.ts';
import { Text, UserPath } from '../shapes.ts';

export const userProgram = {
  info: call({
    method: 'GET',
    path: '/v2/user-program/info/{id}',
    members: ['full'],
    summary: 'Terms of a program of a service',
    params: UserPath,
    query: z.strictObject({ programm_id: inAddress(CatalogueId) }),
    result: z.object({
      offerta: z.string().meta({ description: 'Terms: HTML of the allow list' }),
      programm_description: z.string().meta({ description: 'Description: HTML of the allow list' }),
    }),
  }),
  infos: call({
    method: 'GET',
    path: '/v2/user-program/infos/{id}',
    members: ['full'],
    summary: 'News of the programs of a service',
    params: UserPath,
    result: z.array(Text),
  }),
  duty: call({
    method: 'GET',
    path: '/v2/user-program/duty/{id}',
    members: ['payer', 'full'],
    summary: 'What is owed for a service',
    params: UserPath,
    result: z.array(Text),
  }),
  daysLeft: call({
    method: 'GET',
    path: '/v2/user-program/days-left/{id}',
    members: ['payer', 'full'],
    summary: 'How long the money lasts for a service',
    params: UserPath,
    result: z.array(Text),
  }),
};
