import { VisuallyHidden } from '../text/hidden.tsx';

/** A title that many folds share, with a hidden addition that distinguishes it for screen readers. */
export function FoldTitle({ of, children }: { of: string; children: string }) {
  return (
    <span>
      {children}
      <VisuallyHidden>{`: ${of}`}</VisuallyHidden>
    </span>
  );
}
