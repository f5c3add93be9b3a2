import type { Letter } from '../letter.ts';
import type { Words } from '../words.ts';

/** What every letter is written from. */
export type BodyProps = { letter: Letter; words: Words };
