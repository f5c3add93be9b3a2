import { expect, test } from 'vitest';
import type { OrderedTire } from '../../order-terms.ts';
import { readOrderResponse, readOrderStatus, readQuote } from './read-ediwheel.server.ts';

const lines: OrderedTire[] = [
  { lineId: 71, supplierSku: 'B1', ean: '6419440382319', title: 'Nokian', size: '205/55 R16', count: 4 },
  { lineId: 72, supplierSku: 'C2', ean: null, title: 'Nokian', size: '225/45 R17', count: 2 },
];
const order = { reference: 'P26-00017', lines };

type Row = { id?: string; article?: string; error?: string; schedules?: string; more?: string };

const articleByLineNumber = {
  '000001': '<EANUCCArticleID>06419440382319</EANUCCArticleID>',
  '000002': '<ManufacturersArticleID>C2</ManufacturersArticleID>',
};

const row = ({
  id = '000001',
  article = articleByLineNumber[id as keyof typeof articleByLineNumber],
  error = '',
  schedules = '',
  more = '',
}: Row) =>
  `<OrderLine><LineID>${id}</LineID><OrderedArticle><ArticleIdentification>${article}</ArticleIdentification>${error}
  <OrderReference><DocumentID>4711</DocumentID></OrderReference>${schedules}${more}</OrderedArticle></OrderLine>`;
const schedule = (day: string, count: string | number) =>
  `<ScheduleDetails><DeliveryDate>${day}</DeliveryDate><ConfirmedQuantity><QuantityValue>${count}</QuantityValue></ConfirmedQuantity></ScheduleDetails>`;
const error = (code: number, text = '') =>
  `<Error><ErrorCode>${code}</ErrorCode><ErrorText>${text}</ErrorText></Error>`;
const killed = (count: number) => `<KilledQuantity><QuantityValue>${count}</QuantityValue></KilledQuantity>`;
const head = (code: number, reference = 'P26-00017') =>
  `<DocumentID>A2</DocumentID><ErrorHead><ErrorCode>${code}</ErrorCode></ErrorHead>
  <CustomerReference><DocumentID>${reference}</DocumentID></CustomerReference>`;
const response = (content: string, name = 'order_response_A2') =>
  `<?xml version="1.0" encoding="UTF-8"?><ew:${name} xmlns:ew="http://www.reifen.net">${content}</ew:${name}>`;

const nothingAnswered = { confirmed: 0, backordered: 0, refused: 0, expectedOn: null, reason: '' };
const read = (content: string, name?: string) => readOrderResponse(response(content, name), order);
const linesOf = (...rows: Row[]) => {
  const answer = read(head(0) + rows.map(row).join(''));
  return 'lines' in answer ? answer.lines : answer;
};

test('reads an order that is confirmed in full, in A2.5 and C1.0', () => {
  const rows =
    row({ schedules: schedule('2026-11-24', 4) }) + row({ id: '000002', schedules: schedule('2026-11-25', '2.000') });
  const expected = {
    outcome: 'accepted',
    supplierNumber: '4711',
    lines: [
      { ...nothingAnswered, lineId: 71, confirmed: 4, expectedOn: '2026-11-24' },
      { ...nothingAnswered, lineId: 72, confirmed: 2, expectedOn: '2026-11-25' },
    ],
  };
  expect(read(head(0) + rows)).toEqual(expected);
  const number = '<SupplierOrderNumber><DocumentID>S-9</DocumentID></SupplierOrderNumber>';
  expect(read(head(0) + number + rows, 'order_response')).toEqual({ ...expected, supplierNumber: 'S-9' });
});

test('children with and without the namespace, CDATA and character references read alike', () => {
  const plain = response(head(1) + row({ error: error(903, 'Müüdud &amp; otsas') }));
  const qualified = plain.replace(/<(\/?)([A-Z])/g, '<$1ew:$2').replace('ü', '&#252;');
  const asCdata = plain.replace('Müüdud &amp; otsas', '<![CDATA[Müüdud & otsas]]>');
  const [plainAnswer, ...otherAnswers] = [plain, qualified, asCdata].map((text) => readOrderResponse(text, order));
  expect(plainAnswer).toMatchObject({ lines: [{ lineId: 71, refused: 4, reason: 'code 903: Müüdud & otsas' }] });
  for (const answer of otherAnswers) expect(answer).toEqual(plainAnswer);
});

test('expects a line on the day of its last piece; books pieces without a day as back order, and killed pieces as refused', () => {
  const schedules = schedule('2026-11-30', 1) + schedule('2026-11-24', 1) + schedule('9999-12-31', 1);
  expect(linesOf({ schedules, more: killed(1) })).toEqual([
    { ...nothingAnswered, lineId: 71, confirmed: 2, backordered: 1, refused: 1, expectedOn: '2026-11-30' },
  ]);
});

test('pieces with a day that does not exist are on back order', () => {
  expect(linesOf({ schedules: schedule('2026-02-30', 4) })).toEqual([
    { ...nothingAnswered, lineId: 71, backordered: 4 },
  ]);
});

test('pieces that an answer does not name are refused if the code of the line refuses the tire, and otherwise stay unanswered', () => {
  expect(linesOf({ schedules: schedule('2026-11-24', 3) })).toMatchObject([{ confirmed: 3, refused: 0 }]);
  expect(linesOf({ schedules: schedule('2026-11-24', 3), error: error(904) })).toMatchObject([
    { confirmed: 3, refused: 1 },
  ]);
  expect(linesOf({ id: '000002', error: error(404) })).toEqual([
    { ...nothingAnswered, lineId: 72, reason: 'code 404' },
  ]);
});

test('books nothing of a line with impossible counts or another article', () => {
  const nothingOf = (lineId: number, reason: string) => ({
    ...nothingAnswered,
    lineId,
    reason: expect.stringContaining(reason),
  });
  expect(linesOf({ schedules: schedule('2026-11-24', 5) })).toEqual([nothingOf(71, '5 confirmed')]);
  expect(linesOf({ schedules: schedule('2026-11-24', '-1') })).toEqual([nothingOf(71, 'of 4')]);
  expect(linesOf({ schedules: schedule('2026-11-24', '2.5') })).toEqual([nothingOf(71, 'of 4')]);
  const article = '<EANUCCArticleID>4000000000001</EANUCCArticleID>';
  expect(linesOf({ article, schedules: schedule('2026-11-24', 4) })).toEqual([nothingOf(71, 'article 4000000000001')]);
  expect(linesOf({ id: '000009', article, schedules: schedule('2026-11-24', 4) })).toEqual([]);
});

test('finds a line by its article if the supplier numbers the lines anew, and adds up its parts', () => {
  const parts = [
    { id: '000002', schedules: schedule('2026-11-24', 1) },
    { id: '000003', schedules: schedule('2026-11-26', 1) },
  ];
  expect(linesOf(...parts.map((part) => ({ ...part, article: articleByLineNumber['000002'] })))).toEqual([
    { ...nothingAnswered, lineId: 72, confirmed: 2, expectedOn: '2026-11-26' },
  ]);
});

test.each<[string, string, string, RegExp]>([
  ['head code 920', response(head(920)), 'rejected', /code 920/],
  ['head code 301', response(head(301)), 'unsent', /code 301/],
  ['head code 404, partly processed', response(head(404)), 'unclear', /code 404/],
  ['head code 303', response(head(303)), 'unclear', /code 303/],
  ['an unknown head code', response(head(777)), 'unclear', /code 777/],
  ['a head code that is no number', response('<ErrorHead><ErrorCode>?</ErrorCode></ErrorHead>'), 'unclear', /code \?/],
  ['account codes in all lines', response(head(1) + row({ error: error(925, 'limit') })), 'rejected', /925: limit/],
  ['another order’s reference', response(head(0, 'P26-00016') + row({})), 'unclear', /P26-00016/],
  ['no lines', response(head(0)), 'unclear', /no lines/],
  ['an empty body', '', 'unclear', /empty/],
  ['HTML', '<!doctype html><html><body>Login</body></html>', 'unclear', /document type/],
  ['XHTML', '<html><body>Login</body></html>', 'unclear', /html instead of order_response/],
  ['HTML that is no XML', '<html><br><p>&nbsp;</html>', 'unclear', /not the XML/],
  ['another message', response(head(0), 'quote_A2'), 'unclear', /quote_A2/],
  ['half an answer', response(head(0) + row({})).slice(0, -30), 'unclear', /not the XML/],
  ['a second root', `${response(head(0) + row({}))}<a/>`, 'unclear', /not the XML/],
  ['a document type', `<!DOCTYPE a [<!ENTITY x "4">]>${response(head(0) + row({}))}`, 'unclear', /document type/],
  ['an undeclared entity', response(head(0) + row({ error: error(1, '&x;') })), 'unclear', /not the XML/],
  ['40 levels', response('<a>'.repeat(40) + '</a>'.repeat(40)), 'unclear', /32 levels/],
])('decides the outcome of an order answered with %s', (_, text, outcome, reason) => {
  expect(readOrderResponse(text, order)).toEqual({ outcome, reason: expect.stringMatching(reason) });
});

test('reads the time of a delivery with a time zone as the day in Tallinn', () => {
  expect(linesOf({ schedules: schedule('2026-11-23T22:00:00Z', 4) })).toMatchObject([{ expectedOn: '2026-11-24' }]);
  expect(linesOf({ schedules: schedule('2026-11-24+02:00', 4) })).toMatchObject([{ expectedOn: '2026-11-24' }]);
});

test('a head code 1 does not refuse the whole order', () => {
  const rows = row({ schedules: schedule('2026-11-24', 4) }) + row({ id: '000002', error: error(928, 'discontinued') });
  expect(read(head(1) + rows)).toMatchObject({ outcome: 'accepted', lines: [{ confirmed: 4 }, { refused: 2 }] });
});

const statusOf = (reference: string, content: string) =>
  response(
    `${head(0, '')}<ReferencedOrder>${content}<SupplierOrderNumber><DocumentID>4711</DocumentID></SupplierOrderNumber>
    <OrderReference><DocumentID>${reference}</DocumentID></OrderReference>
    ${row({
      schedules: `<ScheduleDetails><DeliveryDate>2026-11-24</DeliveryDate>
      <ConfirmedQuantity><QuantityValue>2</QuantityValue></ConfirmedQuantity>
      <CancelledQuantity><QuantityValue>1</QuantityValue></CancelledQuantity>
      <OpenQuantity><QuantityValue>1</QuantityValue></OpenQuantity></ScheduleDetails>`,
    })}</ReferencedOrder>`,
    'order_status_A2',
  );

test('finds an order by its reference in a status, with cancelled and open pieces', () => {
  expect(readOrderStatus(statusOf('P26-00017', ''), order)).toEqual({
    outcome: 'accepted',
    supplierNumber: '4711',
    lines: [{ ...nothingAnswered, lineId: 71, confirmed: 2, refused: 1, expectedOn: '2026-11-24' }],
  });
});

test.each([
  ['has only another order', statusOf('P26-00016', ''), 'unknown'],
  ['has an error at the order', statusOf('P26-00017', error(971, 'not found')), 'unknown'],
  ['has no order', response(head(0), 'order_status'), 'unknown'],
  ['has an unknown head code', response(head(399), 'order_status'), 'unclear'],
  ['is HTML', '<html></html>', 'unclear'],
])('decides the outcome of a status that %s', (_, text, outcome) => {
  expect(readOrderStatus(text, order)).toMatchObject({ outcome });
});

const availabilityCodes = { unknown: 0, available: 1, fewer: 2, none: 3 };
const quoteRow = (availability: keyof typeof availabilityCodes, count: number | null) =>
  row({
    more: `<Availability>${availabilityCodes[availability]}</Availability>${count === null ? '' : `<ScheduleDetails><AvailableQuantity><QuantityValue>${count}</QuantityValue></AvailableQuantity></ScheduleDetails>`}`,
  });

test('reads which tires are short; an unreadable answer to an inquiry is unsent, because it ordered nothing', () => {
  const quote = (content: string) => readQuote(response(head(0, '') + content, 'quote_A2'), order);
  expect(quote(quoteRow('available', 20))).toEqual({ outcome: 'available', shortLines: [] });
  expect(quote(quoteRow('fewer', 3))).toEqual({
    outcome: 'available',
    shortLines: [{ lineId: 71, available: 3, reason: '' }],
  });
  expect(quote(quoteRow('none', null))).toMatchObject({ shortLines: [{ available: 0 }] });
  expect(quote(quoteRow('unknown', null))).toMatchObject({ shortLines: [] });
  expect(quote(row({ error: error(920) }))).toMatchObject({ outcome: 'rejected' });
  expect(readQuote('', order)).toMatchObject({ outcome: 'unsent' });
  expect(readQuote(response(head(915), 'quote'), order)).toMatchObject({ outcome: 'rejected' });
});
