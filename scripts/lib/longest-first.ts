import { BaseSequencer, type TestSpecification, type TestSequencerConstructor } from 'vitest/node';

/**
 * A run ends when its last file does, so the files that take longest come first, in this order. Without it a clean clone, which knows
 * no times, begins with the largest files.
 */
export const longestFirst = (longest: readonly string[]): TestSequencerConstructor =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const placeOf = ({ moduleId }: TestSpecification): number => {
        const place = longest.findIndex((end) => moduleId.endsWith(end));
        return place < 0 ? longest.length : place;
      };
      const sorted = await super.sort(files);
      return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
    }
  };
