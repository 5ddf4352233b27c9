export interface ImportColumnShape {
  /** The name in the first line of the file. */
  readonly name: string;
  /** What its cells hold, for the description of the tables. */
  readonly help: string;
  /** Whether the file may lack it, and its cells may be empty. */
  readonly isOptional?: true;
  /** Whether its cells are kept nowhere but sealed or as a hash. */
  readonly isSecret?: true;
}

export interface ImportTableShape {
  /** The name of the file, without its ending. */
  readonly file: string;
  readonly help: string;
  readonly columns: Readonly<Record<string, ImportColumnShape>>;
}
