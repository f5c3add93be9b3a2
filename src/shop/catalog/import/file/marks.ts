const spellings: Record<string, string> = {
  EL: 'XL',
  REINF: 'XL',
  REINFORCED: 'XL',
  RUNFLAT: 'RF',
  'RUN-FLAT': 'RF',
  RFT: 'RF',
  ROF: 'RF',
  SSR: 'RF',
  ZP: 'RF',
  HRS: 'RF',
  XRP: 'RF',
  'R-F': 'RF',
  FP: 'FR',
  MFS: 'FR',
  'M&S': 'M+S',
  MS: 'M+S',
  SNOWFLAKE: '3PMSF',
  '3-PMSF': '3PMSF',
};

const maxMarks = 12;

/** Reads `xl, FR m&s` as XL, FR and M+S; null if a part is not a mark, or for more than 12 marks. */
export function readMarks(text: string): string[] | null {
  const parsedMarks = text
    .toUpperCase()
    .split(/[\s,;|]+/)
    .filter((mark) => mark !== '' && mark !== '-');
  if (parsedMarks.length > maxMarks || parsedMarks.some((mark) => !/^[A-Z0-9+&*./()-]{1,16}$/.test(mark))) return null;
  return [...new Set(parsedMarks.map((mark) => spellings[mark] ?? mark))];
}

/** Adds the marks that other columns imply. Keeps or adds 3PMSF only if `snow` is true. Puts XL, C, RF and FR first. */
export function completeMarks(
  parsedMarks: string[],
  derivedMarks: { xl: boolean; c: boolean; rf: boolean; snow: boolean },
) {
  const allMarks = new Set(parsedMarks.filter((mark) => mark !== '3PMSF'));
  if (derivedMarks.xl) allMarks.add('XL');
  if (derivedMarks.c) allMarks.add('C');
  if (derivedMarks.rf) allMarks.add('RF');
  if (derivedMarks.snow) allMarks.add('3PMSF');
  const leadingMarks = ['XL', 'C', 'RF', 'FR'].filter((mark) => allMarks.has(mark));
  return [...new Set([...leadingMarks, ...allMarks])];
}
