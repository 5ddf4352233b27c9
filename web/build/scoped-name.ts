import { basename } from 'node:path';

/** `card.module.css`, `head` → `card-head`: words compress, random letters do not. Names of style files are therefore unique. */
export const scopedName = (name: string, file: string): string => `${basename(file, '.module.css')}-${name}`;
