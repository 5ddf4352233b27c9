import { Suspense, type ComponentType, type ReactNode } from 'react';
import { come, renderedPart } from '#web/shared/page/rendered-part.tsx';

type Loaded<File> = {
  readonly [Name in keyof File]: File[Name] extends ComponentType<infer Props> ? Props & object : never;
};

/**
 * A part of a file that is loaded later, or that has come with the page; `awaited` takes its place until then, and `data-awaited` makes
 * the splash wait for it.
 */
export const partsOf =
  <File extends object>(file: string, load: () => Promise<File>) =>
  <Name extends keyof File>(name: Name, awaited: ReactNode = null) => {
    type Props = Loaded<File>[Name];
    const Part = renderedPart(
      async () => (await load())[name] as ComponentType<Props>,
      () => come.has(file),
    );
    return function Awaiting(props: Props) {
      return (
        <Suspense
          fallback={
            <>
              {awaited}
              <span hidden data-awaited />
            </>
          }
        >
          <Part {...props} />
        </Suspense>
      );
    };
  };
