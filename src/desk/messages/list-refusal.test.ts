import { expect, test } from 'vitest';
import type { ImportRefusal } from '../../shop/catalog/import/file/refusal.ts';
import en from './en.json';
import { listRefusalText } from './list-refusal.ts';
import { deskTranslatorOf } from './translator.server.ts';

/** The other reasons are those of commands. */
type DeskReason = Exclude<ImportRefusal['reason'], 'bad-rows' | 'catalogue-is-real'>;
en.priceList.refusals satisfies Record<DeskReason | 'no-status', string>;

const at = { line: 7, offset: 90, byte: 0xe4 };

test.each<[ImportRefusal, ee: string, ru: string, en: string]>([
  [{ reason: 'not-utf8', ...at }, 'rida 7 ei ole UTF-8', 'строка 7 не в UTF-8', 'line 7 is not UTF-8'],
  [
    { reason: 'record-too-long', line: 7 },
    'reast 7 algav kirje on liiga pikk, ilmselt on jutumärk sulgemata',
    'запись, которая начинается в строке 7, слишком длинная: видимо, не закрыта кавычка',
    'the row that begins in line 7 is too long; a quote is probably not closed',
  ],
  [
    { reason: 'quote-not-closed', line: 7 },
    'reast 7 algavas kirjes on jutumärk sulgemata',
    'в записи, которая начинается в строке 7, не закрыта кавычка',
    'a quote in the row that begins in line 7 is not closed',
  ],
  [{ reason: 'no-header' }, 'fail on tühi', 'файл пуст', 'the file is empty'],
  [
    { reason: 'no-good-row' },
    'ühtegi rida ei saanud lugeda',
    'ни одну строку не удалось прочитать',
    'no row could be read',
  ],
  [
    { reason: 'carriage-returns' },
    'reavahetused on vanade Mac-arvutite vormingus',
    'переводы строк в формате старых компьютеров Mac',
    'its line breaks are in the format of old Macs',
  ],
  [
    { reason: 'repeated-columns', columns: ['hind', 'laos'] },
    'veerud hind, laos on nimetatud kaks korda',
    'столбцы hind, laos указаны дважды',
    'columns hind, laos are named twice',
  ],
  [
    { reason: 'missing-columns', columns: ['hind', 'laos'] },
    'puuduvad veerud hind, laos',
    'нет столбцов hind, laos',
    'missing columns hind, laos',
  ],
  [
    { reason: 'removes-too-many', suppliers: [{ supplier: 'latakko', removed: 1_500, listed: 3_000 }] },
    'hinnakirjast puudub tarnija 3000 rehvist 1500, üle kolmandiku',
    'в прайс-листе не хватает шин поставщика: 1\u00a0500 из 3\u00a0000, больше трети',
    'the list lacks 1,500 of the supplier’s 3,000 tyres, over a third',
  ],
  [
    { reason: 'empties-stock', places: [{ place: 'supplier:latakko', emptied: 11, inStock: 12 }] },
    'laos olnud 12 rehvist on 11 nüüd laoseisuga 0',
    'остаток стал 0 у шин, которые были в наличии: 11 из 12',
    '11 of 12 tyres that were in stock now have a stock of 0',
  ],
  [
    { reason: 'not-in-encoding', encoding: 'windows-1257', ...at },
    'rida 7 ei ole kodeeringus windows-1257',
    'строка 7 не в кодировке windows-1257',
    'line 7 is not windows-1257',
  ],
  [
    { reason: 'other-encoding', declared: 'windows-1257', found: 'utf-8' },
    'kodeering peaks olema windows-1257, aga on utf-8',
    'кодировка должна быть windows-1257, а в файле — utf-8',
    'the encoding should be windows-1257, but is utf-8',
  ],
  [
    { reason: 'html-page' },
    'hinnakirja asemel tuli veebileht, võib-olla sisselogimisleht',
    'вместо прайс-листа пришла веб-страница, возможно, страница входа',
    'a web page came instead of the list, perhaps a login page',
  ],
  [
    { reason: 'cut-short', format: 'XML' },
    'fail (XML) on poolik',
    'файл (XML) обрывается на середине',
    'the file (XML) is incomplete',
  ],
  [
    { reason: 'malformed', format: 'JSON', line: 7, detail: 'expected a value' },
    'failis (JSON) on vorminguviga, rida 7',
    'в файле (JSON) ошибка формата, строка 7',
    'the file is not valid JSON, line 7',
  ],
  [
    { reason: 'document-type', line: 7 },
    'XML-failis on DOCTYPE-deklaratsioon (rida 7), mida turvalisuse huvides vastu ei võeta',
    'в XML-файле есть объявление DOCTYPE (строка 7); из соображений безопасности такой файл не принимается',
    'the XML has a DOCTYPE declaration (line 7), which is not accepted for security reasons',
  ],
  [
    { reason: 'too-deep', format: 'XML', line: 7, levels: 32 },
    'failis (XML) on üle 32 taseme, rida 7',
    'в файле (XML) больше 32 уровней, строка 7',
    'the file (XML) has more than 32 levels, line 7',
  ],
  [
    { reason: 'text-too-long', format: 'CSV', line: 7, characters: 65_536 },
    'failis (CSV) on liiga pikk tekst või kirje, rida 7',
    'в файле (CSV) слишком длинный текст или запись, строка 7',
    'a text or row of the file (CSV) is too long, line 7',
  ],
  [
    { reason: 'too-large', bytes: 209_715_200 },
    'fail on liiga suur: üle 200\u00a0MB',
    'файл слишком большой: больше 200\u00a0МБ',
    'the file is too large: over 200\u00a0MB',
  ],
  [
    { reason: 'no-rows', path: 'list/tires/tire' },
    'read peaksid olema kohas „list/tires/tire“, aga seal neid ei ole',
    'строки должны быть по пути «list/tires/tire», но их там нет',
    'the rows should be at “list/tires/tire”, but there are none',
  ],
  [
    { reason: 'no-rows', path: '' },
    'read peaksid olema kohas „/“, aga seal neid ei ole',
    'строки должны быть по пути «/», но их там нет',
    'the rows should be at “/”, but there are none',
  ],
  [
    { reason: 'status', field: 'status', value: 'error' },
    'väljal „status“ on veateade „error“',
    'в поле «status» указана ошибка «error»',
    'the field “status” reports “error”',
  ],
  [
    { reason: 'status', field: 'status', value: null },
    'puudub väli „status“',
    'нет поля «status»',
    'the field “status” is missing',
  ],
])('says in each language why a list was refused: %o', (refusal, ee, ru, en) => {
  expect(listRefusalText(deskTranslatorOf('ee', 'priceList'), refusal)).toBe(ee);
  expect(listRefusalText(deskTranslatorOf('ru', 'priceList'), refusal)).toBe(ru);
  expect(listRefusalText(deskTranslatorOf('en', 'priceList'), refusal)).toBe(en);
});
