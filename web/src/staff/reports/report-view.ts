// What a report shows, whichever it is: its finding, its proof as a drawing, its rows.

interface ReportColumn {
  readonly key: string;
  /** Under the column; empty: there is no room for it. */
  readonly label: string;
  /** What the column says in words. */
  readonly told: string;
  /** Above zero: solid, and hatched upon it. */
  readonly solid: number;
  readonly hatched?: number;
  /** Below zero. */
  readonly down?: number;
  /** A line at the height of what it is compared with. */
  readonly mark?: number;
}

export interface ReportColumns {
  readonly label: string;
  readonly columns: readonly ReportColumn[];
  /** What solid, hatched, below zero and the line mean. */
  readonly legend: Partial<Record<'solid' | 'hatched' | 'down' | 'mark', string>>;
  /** Of the scale. */
  readonly unit: 'money' | 'count';
}

export interface ReportRow {
  readonly key: string;
  readonly title: string;
  readonly cells: readonly string[];
  /** The width of its bar, where rows are drawn as bars. */
  readonly bar?: number;
  /** The commands that list what it sums up, by the name of each list. */
  readonly lists: readonly { readonly title: string; readonly list: string }[];
}

export interface ReportFigures {
  readonly title: string;
  /** The first is of the titles of rows; a phone shows this and the last one. */
  readonly heads: readonly string[];
  readonly rows: readonly ReportRow[];
  /** Under all rows. */
  readonly total?: readonly string[];
}

export interface ReportView {
  readonly finding: string;
  readonly lead?: string;
  /** undefined: nothing was counted. */
  readonly columns?: ReportColumns | undefined;
  readonly tables: readonly ReportFigures[];
}

/** When a view is made. */
export interface ViewedOn {
  readonly today: string;
}
