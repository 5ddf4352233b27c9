/** A table that Prettier leaves as it is; the first row is its header. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [header = [], ...others] = rows.map((row) => line(row));
  return [header, line([], '-'), ...others].join('\n');
}
