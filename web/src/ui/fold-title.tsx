import { VisuallyHidden } from './hidden.tsx';

/** A word that many folds have, told apart by whose it is to those who hear it alone. */
export function FoldTitle({ of, children }: { of: string; children: string }) {
  return (
    <span>
      {children}
      <VisuallyHidden>{`: ${of}`}</VisuallyHidden>
    </span>
  );
}
