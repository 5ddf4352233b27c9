/** Rows of a table, which may come from a file while they are read. */
export type RowSource<Row> = Iterable<Row> | AsyncIterable<Row>;

/** Rows that are judged and written by one statement each. */
const IN_ONE_GO = 5000;

/** The rows of a table in portions: the next one is read while whoever asked works on this one. */
export async function* portionsOf<Row>(rows: RowSource<Row>): AsyncGenerator<Row[]> {
  const source = iteratorOf(rows);
  const next = async (): Promise<Row[]> => {
    const portion: Row[] = [];
    while (portion.length < IN_ONE_GO) {
      const one = await source.next();
      if (one.done === true) break;
      portion.push(one.value);
    }
    return portion;
  };
  try {
    let coming = next();
    for (;;) {
      const portion = await coming;
      if (portion.length === 0) return;
      coming = next();
      // If whoever asked fails meanwhile, nobody awaits it.
      coming.catch(() => undefined);
      yield portion;
    }
  } finally {
    await source.return(undefined);
  }
}

async function* iteratorOf<Row>(rows: RowSource<Row>): AsyncGenerator<Row, undefined> {
  yield* rows;
  return undefined;
}
