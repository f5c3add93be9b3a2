import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../../test/support/any-text.ts';
import { listFromUrl, listToUrl } from './filter.ts';
import { parseSearchText } from './search-text.ts';

const manufacturers = [
  { id: 'nokian', label: 'Nokian' },
  { id: 'debica', label: 'Dębica' },
  { id: 'general', label: 'General Tire' },
  { id: 'michelin', label: 'Michelin' },
  { id: 'petlas', label: 'Petlas' },
];

const read = (text: string, query = '') => {
  const list = listFromUrl(new URLSearchParams(query), 'summer', { manufacturers, branches: [] });
  const reading = parseSearchText(text, list, manufacturers);
  return reading.ok ? [listToUrl(reading.list), reading.unknownWords] : reading.reason;
};

describe('a size with words', () => {
  // listToUrl omits the default size, 205/55 R16.
  test.each([
    ['205/55R16 naast', '?season=winter_studded'],
    ['naastrehvid 205/55 R16', '?season=winter_studded'],
    ['205/55 R16 studded', '?season=winter_studded'],
    ['шипованные шины 205/55 R16', '?season=winter_studded'],
    ['205/55 R16 naastatav', '?season=winter_studdable'],
    ['205/55 R16 шипуемые', '?season=winter_studdable'],
    ['205/55 R16 lamell', '?season=winter_friction'],
    ['205/55 R16 studless', '?season=winter_friction'],
    ['205/55 R16 Nordic', '?season=winter_friction'],
    ['põhjamaine talverehv 205/55 R16', '?season=winter_friction'],
    ['205/55 R16 для северной зимы', '?season=winter_friction'],
    ['205/55 R16 липучка', '?season=winter_friction'],
    ['205/55 R16 нешипованные', '?season=winter_friction'],
    ['205/55 R16 naastudeta', '?season=winter_friction'],
    ['ilma naastudeta 205/55 R16', '?season=winter_friction'],
    ['205/55 R16 naastuvaba', '?season=winter_friction'],
    ['205/55 R16 without studs', '?season=winter_friction'],
    ['non studded 205/55 R16', '?season=winter_friction'],
    ['205/55 R16 без шипов', '?season=winter_friction'],
    ['Зима, не шипованные 205/55 R16', '?season=winter_friction'],
    ['205/55 R16 бесшипные', '?season=winter_friction'],
    ['205/55 R16 talverehv', '?season=winter_friction'],
    ['205/55 R16 зима шипы', '?season=winter_studded'],
    ['205/55 R16 летние', '?season=summer'],
    ['205/55 R16 suverehvid', '?season=summer'],
    ['205/55 R16 all-season tyres', '?season=all_season'],
    ['205/55 R16 aastaringne', '?season=all_season'],
    ['205/55 R16 всесезонные', '?season=all_season'],
    ['205/55 R16 all season', '?season=all_season'],
    ['All Weather 205/55 R16', '?season=all_season'],
    ['205/55 R16 под шипы', '?season=winter_studdable'],
    ['205/55 R16 run flat', '?season=summer&runflat=1'],
    ['205/55 R16 ран флэт', '?season=summer&runflat=1'],
    ['315/80 R22.5 veoauto', '?treadWidth=315&profile=80&diameter=22.5&season=truck'],
    ['205/55 R16 runflat', '?season=summer&runflat=1'],
    ['205/55 R16 run-flat winter', '?season=winter_friction&runflat=1'],
    ['205/55 R16 рунфлет', '?season=summer&runflat=1'],
    ['205/55 R16 ранфлэт 3PMSF', '?season=summer&snow=1&runflat=1'],
    ['Nokian 205/55 R16 91V XL', '?season=summer&manufacturer=nokian'],
    ['205/55 R16 нокиан мишлен', '?season=summer&manufacturer=nokian&manufacturer=michelin'],
    ['205/55 R16 debica', '?season=summer&manufacturer=debica'],
    ['205/55 R16 General Tire', '?season=summer&manufacturer=general'],
    ['205 / 55 R 16, 91 V, suverehv', '?season=summer'],
    ['R15 195/65 talv', '?treadWidth=195&profile=65&diameter=15&season=winter_friction'],
    ['15 195/65', '?treadWidth=195&profile=65&diameter=15&season=summer'],
    ['Nokian R22.5, 315/80', '?treadWidth=315&profile=80&diameter=22.5&season=summer&manufacturer=nokian'],
    ['205/55R16XL', '?season=summer'],
    ['205/55 R16 91VXL', '?season=summer'],
    ['205/55R16RFT', '?season=summer&runflat=1'],
    ['205/55 R-16', '?season=summer'],
    ['kaubik 225/70 R15', '?treadWidth=225&profile=70&diameter=15&season=summer&van=1'],
    ['205/55 R16 kaubiku rehvid', '?season=summer&van=1'],
    ['kaubikurehv 205/55 R16 talv', '?season=winter_friction&van=1'],
    ['205/55 R16 väikebussile', '?season=summer&van=1'],
    ['205/55 R16 шины для фургона', '?season=summer&van=1'],
    ['летние легкогрузовые 205/55 R16', '?season=summer&van=1'],
    ['205/55 R16 лёгкие грузовые шины', '?season=summer&van=1'],
    ['205/55 R16 для микроавтобуса', '?season=summer&van=1'],
    ['205/55 R16 van tyres', '?season=summer&van=1'],
    ['Light commercial 205/55 R16', '?season=summer&van=1'],
    ['light truck 205/55 R16', '?season=summer&van=1'],
    ['205/55 R16C 103/101T', '?season=summer'],
    ['205/55 R16C грузовые', '?season=summer&van=1'],
    ['легковые и грузовые 205/55 R16', '?season=truck'],
    ['легковые грузовые 205/55 R16', '?season=truck'],
    ['грузовые 315/80 R22.5 154/149M', '?treadWidth=315&profile=80&diameter=22.5&season=truck'],
    ['195/65 Р15 91Т зимние', '?treadWidth=195&profile=65&diameter=15&season=winter_friction'], // Cyrillic Р and Т
  ])('%s is read as %s', (text, expected) => expect(read(text)).toEqual([expected, '']));

  test('keeps the filters that the text does not name', () => {
    expect(read('195/65 R15', 'season=winter_studdable&manufacturer=nokian&fuel=B')).toEqual([
      '?treadWidth=195&profile=65&diameter=15&season=winter_studdable&manufacturer=nokian&fuel=B',
      '',
    ]);
  });

  test('keeps the chosen kind of winter tires if the text only says winter', () => {
    expect(read('195/65 R15 talv', 'season=winter_studded')[0]).toContain('season=winter_studded');
  });

  test('returns the words that it does not understand', () => {
    expect(read('205/55R16 naast odavad Foobar!')).toEqual(['?season=winter_studded', 'odavad Foobar!']);
    expect(read('205/55 R16 225/45 R17')).toEqual(['?season=summer', '225/45 R17']);
  });

  test.each(['Michelin LM005 225/45 R17', 'Michelin TS 870, 225/45 R17', 'W429 Michelin 225/45 R17'])(
    'the three digits of a model before the size are no size: %s',
    (text) => {
      const [url, unknownWords] = read(text);
      expect(url).toBe('?treadWidth=225&profile=45&diameter=17&season=summer&manufacturer=michelin');
      expect(unknownWords).toMatch(/\d{3}/);
    },
  );

  test('digits that follow a slash do not begin another size', () => {
    expect(read('naast 225/155 R16')).toBe('unreadable');
  });

  test('words alone keep the size', () => {
    expect(read('Michelin talv', 'diameter=17&season=summer')).toEqual([
      '?diameter=17&season=winter_friction&manufacturer=michelin',
      '',
    ]);
  });

  test.each([
    ['naelrehv', '?season=winter_studded'],
    ['Naelrehvid', '?season=winter_studded'],
    ['naelkummid', '?season=winter_studded'],
    ['ilma naelteta', '?season=winter_friction'],
    ['naeladeta', '?season=winter_friction'],
    ['läbi aasta', '?season=all_season'],
    ['universaalrehvid', '?season=all_season'],
    ['lumehelves', '?season=summer&snow=1'],
    ['poolslikid', '?season=racing'],
    ['raskeveok', '?season=truck'],
    ['грузовые', '?season=truck'],
    ['Kaubikud', '?season=summer&van=1'],
    ['4 season', '?season=all_season'],
    ['four seasons', '?season=all_season'],
    ['multi-season', '?season=all_season'],
    ['all year round', '?season=all_season'],
    ['unstudded', '?season=winter_friction'],
    ['stud-free', '?season=winter_friction'],
    ['stud free', '?season=winter_friction'],
    ['snow tyres', '?season=winter_friction'],
    ['snow flake', '?season=summer&snow=1'],
    ['semi slick', '?season=racing'],
    ['на шипах', '?season=winter_studded'],
    ['летом', '?season=summer'],
    ['ламельные', '?season=winter_friction'],
    ['скандинавка', '?season=winter_friction'],
    ['круглогодичные', '?season=all_season'],
    ['все сезоны', '?season=all_season'],
    ['мультисезон', '?season=all_season'],
    ['полуслики', '?season=racing'],
    ['петлас', '?season=summer&manufacturer=petlas'],
  ])('%s is read as %s', (text, expected) => expect(read(text)).toEqual([expected, '']));

  test.each([
    ['', 'empty'],
    ['Michelinn', 'unreadable'],
    ['205', 'unreadable'],
    ['naast 205', 'unreadable'],
    ['naast 999/55 R16', 'width'],
  ])('%j is refused: %s', (text, reason) => expect(read(text)).toBe(reason));

  test('throws for no text', () => {
    fc.assert(fc.property(anyText, (text) => void read(`205/55 R16 ${text}`)));
    fc.assert(fc.property(anyText, (text) => void read(text)));
  });
});
