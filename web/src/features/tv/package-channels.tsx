import { ChannelList } from './channel-list.tsx';
import { channelsOfProgram, useCatalogue } from './channels.ts';

/** The title of a fold with the channels of a package and its terms. */
export const CHANNELS_AND_TERMS = 'Каналы и\u00a0условия';

/** The channels of a package or of a starter program; nothing if it gives none. */
export function PackageChannels({ programId }: { programId: number }) {
  const { data } = useCatalogue();
  const channels = data ? channelsOfProgram(data, programId) : [];
  return channels.length > 0 && <ChannelList channels={channels} />;
}
