import { Callout } from '#web/ui/card/callout.tsx';

/** Shown instead of an action that the role does not allow: says that the owner can do it. */
export const ForOwner = ({ children }: { children: string }) => (
  <Callout icon="lock" title={children}>
    Ваш доступ этого не&nbsp;позволяет: попросите его.
  </Callout>
);
