import pg from 'pg';

type Parse = (text: string) => unknown;

const { INT8, NUMERIC, DATE } = pg.types.builtins;
const typeParser: (id: number, format?: 'text' | 'binary') => Parse = pg.types.getTypeParser;
const textArray = 1009;
const parseArray = typeParser(textArray);
const numbers: Parse = (text) =>
  (parseArray(text) as (string | null)[]).map((item) => (item === null ? null : Number(item)));

const parsers: Record<number, Parse> = {
  [INT8]: Number,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
  1016: numbers,
  1231: numbers,
  1182: parseArray,
};

/** int8 and numeric as number, date as `YYYY-MM-DD`, arrays of them too; everything else as `pg` reads it. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (format !== 'binary' && parsers[id]) || typeParser(id, format),
};
