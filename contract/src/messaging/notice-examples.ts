import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { NoticeKind } from './notice-shapes.ts';

const Example = z.object({
  name: z.string(),
  kind: NoticeKind,
  title: z.string(),
  text: z.string().meta({ description: 'In the portal and in a chat; paragraphs are apart by an empty line' }),
  sms: z.string(),
  mail: z.object({ subject: z.string(), text: z.string() }),
  push: z.string().meta({ description: 'In a browser: what it is about, without sums and names' }),
});

export const examples = {
  examples: call({
    method: 'GET',
    path: '/v2/notice/examples',
    members: ['full'],
    summary: 'How each notice reads by each channel, with made-up data',
    result: z.array(Example),
  }),
};
