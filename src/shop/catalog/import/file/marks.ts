/** Other spellings of marks, among them the manufacturers' own names of run-flat tires. */
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

/** `xl, FR m&s` → XL, FR, M+S; null when something in it is not a mark. */
export function readMarks(text: string): string[] | null {
  const written = text
    .toUpperCase()
    .split(/[\s,;|]+/)
    .filter((mark) => mark !== '');
  if (written.length > maxMarks || written.some((mark) => !/^[A-Z0-9+&*./()-]{1,16}$/.test(mark))) return null;
  return [...new Set(written.map((mark) => spellings[mark] ?? mark))];
}

/** Adds the marks that other columns prove; 3PMSF exactly if the tire has the snowflake. */
export function completeMarks(written: string[], proven: { xl: boolean; c: boolean; rf: boolean; snow: boolean }) {
  const has = new Set(written.filter((mark) => mark !== '3PMSF'));
  if (proven.xl) has.add('XL');
  if (proven.c) has.add('C');
  if (proven.rf) has.add('RF');
  if (proven.snow) has.add('3PMSF');
  const first = ['XL', 'C', 'RF', 'FR'].filter((mark) => has.has(mark));
  return [...new Set([...first, ...has])];
}
