import { Callout } from '#ui/callout.tsx';

/** Instead of a way out that a shared access does not open: who can go it. */
export const ForOwner = ({ children }: { children: string }) => (
  <Callout icon="lock" title={children}>
    Ваш доступ этого не&nbsp;позволяет: попросите его.
  </Callout>
);
