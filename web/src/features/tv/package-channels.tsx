import { counted } from '#lib/format.ts';
import { FoldTitle } from '#ui/fold-title.tsx';
import { Fold } from '#ui/rows.tsx';
import { ChannelList } from './channel-list.tsx';
import { channelsOfProgram, useCatalogue } from './channels.ts';

/** The channels of a package or of a starter program, folded; nothing if it gives none. */
export function PackageChannels({ programId, name }: { programId: number; name: string }) {
  const { data } = useCatalogue();
  const channels = data ? channelsOfProgram(data, programId) : [];
  if (channels.length === 0) return null;
  return (
    <Fold title={<FoldTitle of={name}>{counted(channels.length, 'канал', 'канала', 'каналов')}</FoldTitle>}>
      <ChannelList channels={channels} />
    </Fold>
  );
}
