/** What else a change does, in sentences. */
export const Notes = ({ list }: { list: readonly string[] }) => list.map((note) => <p key={note}>{note}.</p>);
