/** Estonian and Russian names of columns, as price lists have them; `ё` is read as `е`. docs/price-lists.md lists them. */
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
  stock_supplier: ['kogus', 'laoseis', 'количество', 'остаток'],
  width: ['laius', 'ширина'],
  profile: ['kõrgus', 'profiil', 'высота', 'профиль'],
  diameter: ['läbimõõt', 'diameeter', 'диаметр'],
  load_index: ['koormusindeks', 'индекс нагрузки'],
  speed_index: ['kiirusindeks', 'индекс скорости'],
} as const;

/** Before the id of a branch: `kogus_ringtee`. */
const stockPrefix = new RegExp(`^(?:${columnNames.stock_supplier.join('|')})_`);

export const values = {
  season: {
    summer: ['suvi', 'suverehv', 'лето', 'летняя', 'летние'],
    winter: [
      ...['talv', 'talverehv', 'lamell', 'lamellrehv', 'lamell sc', 'naast', 'naastrehv'],
      ...['зима', 'зимняя', 'зимние', 'шип', 'липучка'],
    ],
    all_season: ['aastaringne', 'lamell aastaringne', 'всесезонная', 'всесезонные', 'всесезон'],
  },
  studs: {
    none: [
      ...['no', 'ei', 'naastudeta', 'lamell', 'lamellrehv', 'lamell sc', 'suvi', 'suverehv', 'aastaringne'],
      ...['нет', 'без шипов', 'липучка', 'фрикционная', 'лето', 'летняя', 'летние', 'всесезонная'],
    ],
    studdable: ['naastutav', 'шипуемая'],
    studded: ['yes', 'jah', 'naast', 'naastrehv', 'naastudega', 'да', 'шип', 'шипы', 'шипованная', 'шипованные'],
  },
  vehicle: {
    car: ['sõiduauto', 'легковой', 'легковая'],
    van: ['kaubik', 'фургон', 'легкогрузовая'],
    truck: ['veoauto', 'грузовой', 'грузовая'],
  },
} as const;

const columnOf = new Map(
  Object.entries(columnNames).flatMap(([column, names]) => names.map((name) => [normalized(name), column] as const)),
);

/** `Hind km-ga` → price, `kogus_Ringtee` → stock_ringtee; other names in lower case. */
export function columnNamed(written: string): string {
  const name = written.trim().toLowerCase();
  return columnOf.get(normalized(name)) ?? name.replace(stockPrefix, 'stock_');
}

export function normalized(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s_-]+/g, '_');
}
