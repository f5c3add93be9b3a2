/** Estonian and Russian column names of price lists; `ё` is read as `е`. docs/supply/price-lists.md lists them. */
export const columnNames = {
  supplier: ['tarnija', 'hulgimüüja', 'поставщик'],
  supplier_sku: ['tootekood', 'kood', 'artikkel', 'артикул', 'код'],
  manufacturer: ['tootja', 'bränd', 'kaubamärk', 'производитель', 'бренд', 'марка'],
  model: ['mudel', 'muster', 'модель'],
  size: ['mõõt', 'rehvimõõt', 'suurus', 'размер'],
  season: ['hooaeg', 'сезон'],
  studs: ['naastud', 'naast', 'шипы', 'шип'],
  price: ['hind', 'hind km-ga', 'müügihind', 'цена', 'цена с ндс'],
  ean: ['ean-kood', 'ribakood', 'triipkood', 'штрихкод', 'штрих-код'],
  runflat: ['run-flat', 'ранфлэт'],
  vehicle: ['sõiduk', 'sõidukiliik', 'транспорт'],
  competition: ['võidusõit', 'гоночная'],
  marks: ['märgised', 'tähised', 'маркировка'],
  fuel: ['kütusesääst', 'kütusesäästlikkus', 'топливо', 'экономия топлива'],
  wet: ['märghaardumine', 'märgpidavus', 'мокрое сцепление', 'сцепление на мокрой дороге'],
  noise_db: ['müra', 'müra db', 'шум', 'шум дб'],
  noise_class: ['müraklass', 'класс шума'],
  snow: ['lumi', 'lumehaardumine', 'снег'],
  ice: ['jää', 'jäähaardumine', 'лёд'],
  eprel_id: ['eprel'],
  dot_year: ['dot', 'aasta', 'tootmisaasta', 'год', 'год выпуска'],
  weight_kg: ['kaal', 'kaal kg', 'вес', 'вес кг'],
  lead_days: ['tarneaeg', 'срок поставки'],
  cost_net: ['ostuhind', 'ostuhind km-ta', 'закупочная цена', 'закупочная цена без ндс'],
  recommended: ['soovitushind', 'soovituslik hind', 'soovituslik jaehind', 'рекомендованная цена', 'ррц'],
  stock_supplier: ['kogus', 'laoseis', 'количество', 'остаток'],
  width: ['laius', 'ширина'],
  profile: ['kõrgus', 'profiil', 'высота', 'профиль'],
  diameter: ['läbimõõt', 'diameeter', 'диаметр'],
  load_index: ['koormusindeks', 'индекс нагрузки'],
  speed_index: ['kiirusindeks', 'индекс скорости'],
} as const;

const stockPrefix = new RegExp(`^(?:stock|${columnNames.stock_supplier.join('|')})_`);

/** Estonian, Russian and other names of the values of a column. */
export const valueNames = {
  season: {
    summer: ['suvi', 'suverehv', 'suverehvid', 'лето', 'летняя', 'летние'],
    winter: [
      ...['talv', 'talverehv', 'talverehvid', 'lamell', 'lamellrehv', 'lamellrehvid', 'lamell sc'],
      ...['naast', 'naastrehv', 'naastrehvid'],
      ...['зима', 'зимняя', 'зимние', 'шип', 'шипованная', 'шипованные', 'липучка'],
    ],
    all_season: ['aastaringne', 'lamell aastaringne', 'всесезонная', 'всесезонные', 'всесезон'],
  },
  studs: {
    none: [
      ...['no', 'ei', 'naastudeta', 'lamell', 'lamellrehv', 'lamellrehvid', 'lamell sc'],
      ...['suvi', 'suverehv', 'suverehvid', 'aastaringne', 'lamell aastaringne'],
      ...['нет', 'не шип', 'без шипов', 'нешипованная', 'нешипованные', 'липучка', 'фрикционная', 'фрикционные'],
      ...['лето', 'летняя', 'летние', 'всесезонная', 'всесезонные', 'всесезон'],
    ],
    studdable: ['naastutav', 'шипуемая'],
    studded: [
      ...['yes', 'jah', 'naast', 'naastrehv', 'naastrehvid', 'naastudega'],
      ...['да', 'шип', 'шипы', 'шипованная', 'шипованные'],
    ],
  },
  vehicle: {
    car: ['sõiduauto', 'легковой', 'легковая'],
    van: ['kaubik', 'фургон', 'легкогрузовая'],
    truck: ['veoauto', 'грузовой', 'грузовая'],
  },
} as const;

const columnOf = new Map(
  Object.entries(columnNames).flatMap(([column, names]) =>
    [column, ...names].map((name) => [normalized(name), column] as const),
  ),
);

/** Returns `price` for `Hind km-ga`, `stock_ringtee` for `Kogus Ringtee`, and an unknown name in lower case. */
export function columnNamed(written: string): string {
  const name = written.trim().toLowerCase();
  const normalizedName = normalized(name);
  const stockColumn = stockPrefix.test(normalizedName) ? normalizedName.replace(stockPrefix, 'stock_') : undefined;
  return columnOf.get(normalizedName) ?? stockColumn ?? name;
}

export function normalized(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s_-]+/g, '_');
}
