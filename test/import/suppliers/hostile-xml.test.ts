import { expect, test } from 'vitest';
import { expectEarlyRefusal } from './endless.ts';
import { summaryOf, supplier, supplierShop, type Tire, tires } from './supplier-shop.ts';

const shop = supplierShop();
const xmlSupplier = supplier({ format: { kind: 'xml', rows: 'list/tires/tire' } });

function element(row: Tire): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<tire>${Object.entries(row)
    .map(([name, text]) => `<${name}>${escaped(text)}</${name}>`)
    .join('')}</tire>`;
}

const document = (inner: string, documentType = '') =>
  `<?xml version="1.0"?>\n${documentType}<list><tires>\n${inner}\n</tires></list>\n`;
const validList = document(tires().map(element).join('\n'));
const [first = '', ...others] = tires().map(element);
/** The valid list with other text in place of the first tire. */
const around = (text: string, documentType = '') => document([text, ...others].join('\n'), documentType);
/** The entities lol1 to lol10, each of ten of the one before it. */
const nestedEntities = Array.from({ length: 10 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n};`.repeat(10)}">`).join(
  '',
);

test.each<[name: string, content: string | Uint8Array, refusal: object]>([
  ['an empty file', '', { reason: 'no-header' }],
  ['a list without rows', document(''), { reason: 'no-rows', path: 'list/tires/tire' }],
  ['rows at another path', validList.replaceAll('tires>', 'items>'), { reason: 'no-rows' }],
  ['a list cut short inside a row', validList.slice(0, 200), { reason: 'cut-short', format: 'XML' }],
  [
    'a list cut short inside a tag',
    validList.slice(0, validList.indexOf('</tires') + 4),
    { reason: 'cut-short', format: 'XML' },
  ],
  [
    'a list cut short between rows',
    validList.slice(0, validList.indexOf('</tire>') + 7),
    { reason: 'cut-short', format: 'XML' },
  ],
  ['a wrong closing tag', validList.replace('</mudel>', '</model>'), { reason: 'malformed', format: 'XML', line: 3 }],
  ['two roots', `${validList}<list/>`, { reason: 'malformed', format: 'XML' }],
  ['text before the root', `hello ${validList}`, { reason: 'malformed', format: 'XML', line: 1 }],
  ['a bare ampersand', around(first.replace('Nokian', 'Nok & ian')), { reason: 'malformed', format: 'XML', line: 3 }],
  ['an HTML entity', around(first.replace('Nokian', 'Nok&nbsp;ian')), { reason: 'malformed', format: 'XML', line: 3 }],
  [
    'the billion laughs attack',
    around(first.replace('Nokian', '&lol9;'), `<!DOCTYPE list [<!ENTITY lol0 "lol">${nestedEntities}]>`),
    { reason: 'document-type', line: 2 },
  ],
  [
    'an external entity with a file',
    around(first.replace('Nokian', '&x;'), '<!DOCTYPE list [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    { reason: 'document-type' },
  ],
  [
    'an external entity with a URL',
    around(first.replace('Nokian', '&x;'), '<!DOCTYPE list [<!ENTITY x SYSTEM "http://169.254.169.254/">]>'),
    { reason: 'document-type' },
  ],
  [
    'a parameter entity',
    around(first, '<!DOCTYPE list [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd"> %x;]>'),
    { reason: 'document-type' },
  ],
  [
    'a document type without definitions',
    around(first, '<!DOCTYPE list SYSTEM "list.dtd">'),
    { reason: 'document-type' },
  ],
  [
    'a numeric reference to NUL',
    around(first.replace('Nokian', 'Nok&#0;ian')),
    { reason: 'malformed', format: 'XML', line: 3 },
  ],
  ['an undeclared entity', around(first.replace('Nokian', '&x;')), { reason: 'malformed', format: 'XML' }],
  [
    'a thousand nested elements',
    document('<a>'.repeat(1_000)),
    { reason: 'too-deep', format: 'XML', line: 3, levels: 32 },
  ],
  ['a thousand elements in a row', around(`<tire>${'<a>'.repeat(1_000)}`), { reason: 'too-deep' }],
  ['an endless text', around(`<tire><kood>${'x'.repeat(70_000)}</kood></tire>`), { reason: 'text-too-long', line: 3 }],
  [
    'an endless comment',
    around(`<!--${'x'.repeat(200_000)}-->`),
    { reason: 'malformed', detail: 'Max buffer length exceeded: comment' },
  ],
  [
    'endless attributes',
    around(`<tire ${Array.from({ length: 101 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
    { reason: 'malformed', detail: 'more than 100 attributes' },
  ],
  ['a login page', '<html><body><form action="/login"></form></body></html>', { reason: 'html-page' }],
  [
    'a login page in XHTML',
    '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html></html>',
    { reason: 'html-page' },
  ],
  [
    'an unknown encoding',
    validList.replace('"1.0"', '"1.0" encoding="x-klingon"'),
    { reason: 'malformed', detail: 'unknown encoding x-klingon' },
  ],
  [
    'UTF-8 declared as windows-1257',
    around(first.replace('Nokian', 'Nõkian')).replace('"1.0"', '"1.0" encoding="windows-1257"'),
    { reason: 'other-encoding', declared: 'windows-1257', found: 'utf-8' },
  ],
])('%s is refused, and the catalogue is unchanged', async (_, content, refusal) => {
  await shop.importList(validList, xmlSupplier);
  const before = await shop.rows();
  expect(summaryOf(await shop.importList(content, xmlSupplier))).toMatchObject(refusal);
  expect(await shop.rows()).toEqual(before);
});

test.each<[name: string, content: string, error: string]>([
  [
    'an escaped script',
    around(element({ ...tires()[0], mudel: '<script>alert(1)</script>' })),
    'model: has < or > in it',
  ],
  ['a script in CDATA', around(first.replace('Hakkapeliitta R5', '<![CDATA[<script>]]>')), 'model: has < or > in it'],
  [
    'a formula as a numeric reference',
    around(first.replace('Nokian', '&#61;1+1')),
    'manufacturer: begins like a formula',
  ],
  [
    'a bidirectional character',
    around(first.replace('Nokian', '&#x202E;naikoN')),
    'manufacturer: unreadable: it has the hidden character U+202E',
  ],
  ['a repeated element', around(first.replace('<hind>', '<hind>1.00</hind><hind>')), 'price: not a price'],
  ['an empty price', around(first.replace('110.50', '')), 'price: empty'],
  ['a price inside another element', around(first.replace('110.50', '<net>110.50</net>')), 'price: empty'],
])('%s: the row is skipped, and the catalogue is unchanged', async (_, content, error) => {
  await shop.importList(validList, xmlSupplier);
  const before = await shop.rows();
  const report = await shop.importList(content, xmlSupplier);
  expect(summaryOf(report)).toEqual({ failed: 1, errors: [error] });
  expect(report).toMatchObject({ recordUnit: 'row', errors: [{ line: 1 }] });
  expect(await shop.rows()).toEqual(before);
});

test.each([
  ['a text of 1 GB', '<list><tires><tire><kood>', 'x', 'text-too-long'],
  ['a text of 1 GB outside the rows', '<list><note>', 'x', 'text-too-long'],
  ['CDATA of 1 GB', '<list><tires><tire><kood><![CDATA[', 'x', 'text-too-long'],
  ['a name of 1 GB', '<list><tires><tire><', 'x', 'malformed'],
  ['an attribute of 1 GB', '<list><tires><tire a="', 'x', 'malformed'],
  ['attributes of 1 GB', '<list><tires><tire', ' a="1" b="1"', 'text-too-long'],
  ['a document type of 1 GB', '<!DOCTYPE list [', ' ', 'malformed'],
  ['endless nested elements', '<list>', '<tires>', 'too-deep'],
])('refuses %s within its first megabyte', (_, begin, piece, reason) =>
  expectEarlyRefusal(shop, { validList, supplier: xmlSupplier, begin, piece, reason }),
);
