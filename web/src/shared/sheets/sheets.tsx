import { Suspense, useEffect, type ReactNode } from 'react';
import { wait } from '#web/lib/clock/clock.ts';
import { closeSheet, useSheet, type OpenSheet } from '#web/lib/page/sheet.ts';
import { useLocation } from '#web/lib/page/router.tsx';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';

const load = {
  trouble: () => import('#web/shared/diagnosis/trouble-sheet.tsx'),
  entry: () => import('#web/shared/entry/entry-sheet.tsx'),
};
const TroubleSheet = lazyPart(async () => (await load.trouble()).TroubleSheet);
const EntrySheet = lazyPart(async () => (await load.entry()).EntrySheet);

/** By this time the page has finished loading. */
const AFTER_MS = 6000;

/** Loads both sheets ahead: who opens them has often lost the network. */
async function prefetch(): Promise<void> {
  await wait(AFTER_MS);
  await Promise.allSettled([load.trouble(), load.entry()]);
}

const titles: Record<OpenSheet['name'], string> = { trouble: 'Не\u00a0работает', entry: 'Логин и\u00a0вход' };

/** The sheet that is open over the page, if any. */
export function Sheets() {
  const sheet = useSheet();
  const { key: place } = useLocation();
  useEffect(() => void prefetch(), []);
  // A link of the sheet leads away from it.
  useEffect(() => closeSheet, [place]);
  if (!sheet) return null;
  const { name, userId, phoneNumber } = sheet;
  const key = `${name} ${userId ?? phoneNumber ?? ''}`;
  return (
    <Suspense fallback={<Waiting>{titles[name]}</Waiting>}>
      {name === 'trouble' ? (
        <TroubleSheet key={key} sheet={sheet} onClose={closeSheet} />
      ) : (
        <EntrySheet key={key} sheet={sheet} onClose={closeSheet} />
      )}
    </Suspense>
  );
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <Dialog open onClose={closeSheet} title={children}>
    <SkeletonRows label="Загружаем" count={4} tile={false} />
  </Dialog>
);
