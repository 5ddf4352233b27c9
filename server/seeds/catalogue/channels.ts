import type pg from 'pg';
import { CHANNEL_LISTS } from './channel-data.ts';
import { insertKeyed, insertRows, known } from '../rows.ts';

/** Adds the channels of TV, and which of them plans and programs give. */
export async function addChannels(client: pg.ClientBase, plans: ReadonlyMap<string, number>): Promise<void> {
  const channels = CHANNEL_LISTS.flatMap(({ names, ...list }) => names.split(', ').map((text) => ({ ...list, text })));
  const ids = await insertKeyed(
    client,
    'tv_channel',
    'channel_id',
    'name',
    channels.map(({ genre, text }, index) => ({
      number: index + 1,
      name: nameOf(text),
      genre,
      is_hd: text.includes('*'),
      has_archive: text.includes('+'),
    })),
  );
  const idOf = (text: string) => known(ids, nameOf(text));
  await insertRows(
    client,
    'plan_channel',
    channels.flatMap(({ text, plans: names = [] }) =>
      names.map((name) => ({ plan_id: known(plans, name), channel_id: idOf(text) })),
    ),
  );
  await insertRows(
    client,
    'program_channel',
    channels.flatMap(({ text, programs = [] }) =>
      programs.map((program_id) => ({ program_id, channel_id: idOf(text) })),
    ),
  );
}

const nameOf = (text: string): string => text.replace(/[*+]+$/, '');
