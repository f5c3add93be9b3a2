import { expect, test } from 'vitest';
import type { RowFault } from '../../shop/catalog/import/file/row-fault.ts';
import en from './en.json';
import { rowFaultText } from './row-fault.ts';
import { deskTranslatorOf } from './translator.server.ts';

/** The other faults are those of lists that only commands import. */
type DeskFault = Exclude<
  RowFault['reason'],
  | 'not-day'
  | 'not-name'
  | 'array'
  | 'single-value'
  | 'ambiguous-decimals'
  | 'wrong-decimal-sign'
  | 'wrong-currency'
  | 'no-rate'
>;
en.priceList.faults satisfies Record<DeskFault, string>;

test.each<[RowFault, ee: string, ru: string, en: string]>([
  [{ reason: 'empty' }, 'lahter on tühi', 'ячейка пуста', 'the cell is empty'],
  [{ reason: 'too-long', max: 40 }, 'pikem kui 40 tähemärki', 'длиннее 40 символов', 'longer than 40 characters'],
  [
    { reason: 'not-one-of', values: ['summer', 'winter'] },
    'peab olema üks järgmistest: summer, winter',
    'допустимо только: summer, winter',
    'must be one of: summer, winter',
  ],
  [{ reason: 'not-yes-or-no' }, 'peab olema „jah“ või „ei“', 'должно быть «да» или «нет»', 'must be “yes” or “no”'],
  [{ reason: 'not-whole-number' }, 'ei ole täisarv', 'не целое число', 'must be a whole number'],
  [
    { reason: 'not-number', name: 'price' },
    'ei ole arv kujul 1079,90',
    'не число вида 1079,90',
    'not a number such as 1079.90',
  ],
  [
    { reason: 'too-many-decimals', max: 2 },
    'üle 2 komakoha',
    'больше 2 знаков после запятой',
    'more than 2 decimal places',
  ],
  [{ reason: 'less-than', min: 0.0001 }, 'väiksem kui 0,0001', 'меньше 0,0001', 'less than 0.0001'],
  [{ reason: 'more-than', max: 100_000 }, 'suurem kui 100000', 'больше 100000', 'more than 100000'],
  [
    { reason: 'not-ean' },
    'ei ole EAN-kood, milles on 8, 12, 13 või 14 numbrit',
    'не EAN: в нём должно быть 8, 12, 13 или 14 цифр',
    'not an EAN, which has 8, 12, 13 or 14 digits',
  ],
  [
    { reason: 'wrong-check-digit' },
    'ei ole EAN-kood: kontrollnumber on vale',
    'не EAN: неверная контрольная цифра',
    'not an EAN: the check digit is wrong',
  ],
  [
    { reason: 'hidden-character', character: 'U+202E' },
    'sisaldab peidetud märki U+202E',
    'содержит скрытый символ U+202E',
    'contains the hidden character U+202E',
  ],
  [
    { reason: 'not-size' },
    'ei ole rehvimõõt kujul 205/55 R16 91V XL',
    'не размер шины вида 205/55 R16 91V XL',
    'not a tyre size such as 205/55 R16 91V XL',
  ],
  [{ reason: 'unknown-size-part', part: 'width' }, 'sellist laiust ei ole', 'не бывает такой ширины', 'no such width'],
  [
    { reason: 'unknown-size-part', part: 'profile' },
    'sellist profiili ei ole',
    'не бывает такого профиля',
    'no such profile',
  ],
  [
    { reason: 'unknown-size-part', part: 'diameter' },
    'sellist velje läbimõõtu ei ole',
    'не бывает такого диаметра диска',
    'no such rim diameter',
  ],
  [
    { reason: 'unknown-size-part', part: 'load-index' },
    'sellist koormusindeksit ei ole',
    'не бывает такого индекса нагрузки',
    'no such load index',
  ],
  [
    { reason: 'no-indices' },
    'puudub koormus- ja kiirusindeks, näiteks 91V',
    'нет индексов нагрузки и скорости, например 91V',
    'has no load and speed index, such as 91V',
  ],
  [
    { reason: 'no-latin-letters' },
    'ei ole ühtegi ladina tähte ega numbrit',
    'нет ни латинских букв, ни цифр',
    'has no Latin letters or digits',
  ],
  [
    { reason: 'not-marks' },
    'ei ole tähiste loetelu kujul XL FR M+S',
    'не список обозначений вида XL FR M+S',
    'not a list of marks such as XL FR M+S',
  ],
  [{ reason: 'like-formula' }, 'algab nagu valem', 'начинается как формула', 'begins like a formula'],
  [{ reason: 'like-html' }, 'sisaldab märki < või >', 'содержит символ < или >', 'contains < or >'],
  [
    { reason: 'field-count', fields: 3, columns: 30 },
    'real on 3 lahtrit, päises 30',
    'ячеек в строке: 3, в заголовке: 30',
    'the row has 3 cells, the header 30',
  ],
  [
    { reason: 'studs-not-winter' },
    'naastud on ainult talverehvidel',
    'шипы бывают только у зимних шин',
    'only winter tyres have studs',
  ],
  [
    { reason: 'snow-despite-mark' },
    'on „ei“, kuigi veerus „marks“ on 3PMSF',
    'указано «нет», хотя в столбце «marks» есть 3PMSF',
    'is “no”, although the column “marks” has 3PMSF',
  ],
  [
    { reason: 'no-lead-days' },
    'lahter on tühi, kuigi stock_supplier ei ole 0',
    'ячейка пуста, хотя значение stock_supplier не равно 0',
    'the cell is empty, although stock_supplier is not 0',
  ],
  [
    { reason: 'repeated', unit: 'line', line: 7 },
    'sama tarnija ja artikli kood on juba real 7',
    'тот же поставщик и артикул уже в строке 7',
    'the same supplier and article code as line 7',
  ],
])('says in each language why a row of a list was refused: %o', (fault, ee, ru, en) => {
  expect(rowFaultText(deskTranslatorOf('ee', 'priceList'), fault)).toBe(ee);
  expect(rowFaultText(deskTranslatorOf('ru', 'priceList'), fault)).toBe(ru);
  expect(rowFaultText(deskTranslatorOf('en', 'priceList'), fault)).toBe(en);
});
