import type { BookedLine, BookedOrder, OrderedLine, ReceivedOrder } from './books.ts';

/** Reads an order, inquiry or status request of EDIWheel. Uses no XML library, so that fake and shop share no XML code. */
export function readOrder(xml: string): ReceivedOrder {
  const plain = xml.replace(/<(\/?)ew:/g, '<$1');
  const textOf = (element: string, name: string) =>
    unescapeXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(element)?.[1] ?? '');
  const elementOf = (name: string) => new RegExp(`<${name}>.*?</${name}>`, 's').exec(plain)?.[0] ?? '';
  return {
    reference: textOf(elementOf('CustomerReference') || elementOf('OrderReference'), 'DocumentID'),
    consignee: textOf(elementOf('Consignee'), 'PartyID'),
    lines: [...plain.matchAll(/<OrderLine>.*?<\/OrderLine>/gs)].map(([line]) => ({
      article: textOf(line, 'ManufacturersArticleID'),
      ean: textOf(line, 'EANUCCArticleID'),
      count: Number(textOf(line, 'QuantityValue')),
    })),
  };
}

export function orderResponse({ reference, number, lines }: BookedOrder, errorCode: number): string {
  const content = lines.map((line, index) => {
    const schedules = line.parts.map(({ count, day }) => scheduleOf(day, quantity('ConfirmedQuantity', count)));
    const refusedQuantity = line.refused > 0 ? quantity('KilledQuantity', line.refused) : '';
    const supplierNumber = `<OrderReference><DocumentID>${number}</DocumentID></OrderReference>`;
    const quantities = quantity('OrderedQuantity', line.count) + refusedQuantity;
    return lineOf(line, index, `${supplierNumber}${schedules.join('')}${quantities}`);
  });
  return message('order_response_A2', `${head(errorCode)}${customer(reference)}${content.join('')}`);
}

/** `order` undefined: there is no order of this reference. */
export function orderStatus(order: BookedOrder | undefined): string {
  if (!order) return message('order_status_A2', head(noError));
  const lines = order.lines.map((line, index) => {
    const parts = line.parts.map(({ count, day }) => scheduleOf(day, quantity('ConfirmedQuantity', count)));
    const cancelled = line.refused > 0 ? scheduleOf(noDay, quantity('CancelledQuantity', line.refused)) : '';
    return lineOf(line, index, `${parts.join('')}${cancelled}`);
  });
  const numbers = `<SupplierOrderNumber><DocumentID>${order.number}</DocumentID></SupplierOrderNumber>
    <OrderReference><DocumentID>${escapeXml(order.reference)}</DocumentID></OrderReference>`;
  return message('order_status_A2', `${head(noError)}<ReferencedOrder>${numbers}${lines.join('')}</ReferencedOrder>`);
}

export function quote(lines: readonly OrderedLine[]): string {
  const available = quantity('AvailableQuantity', availablePieces);
  const rows = lines.map((line, index) =>
    lineOf(line, index, `<Availability>${fullyAvailable}</Availability>${scheduleOf(noDay, available)}`),
  );
  return message('quote_A2', `${head(noError)}${rows.join('')}`);
}

const availablePieces = 20;
const fullyAvailable = 1;
const noError = 0;
const noDay = '';

function message(name: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><ew:${name} xmlns:ew="http://www.reifen.net">${content}</ew:${name}>`;
}

// Version A2 of the messages, variant 5.
const head = (code: number) =>
  `<DocumentID>A2</DocumentID><Variant>5</Variant><ErrorHead><ErrorCode>${code}</ErrorCode></ErrorHead>`;
const customer = (reference: string) =>
  `<CustomerReference><DocumentID>${escapeXml(reference)}</DocumentID></CustomerReference>`;
const quantity = (name: string, count: number) => `<${name}><QuantityValue>${count}</QuantityValue></${name}>`;
const scheduleOf = (day: string, content: string) =>
  `<ScheduleDetails>${day === noDay ? '' : `<DeliveryDate>${day}</DeliveryDate>`}${content}</ScheduleDetails>`;

function lineOf({ article, ean }: Pick<BookedLine, 'article' | 'ean'>, index: number, content: string): string {
  const id = String(index + 1).padStart(6, '0');
  const eanText = ean === '' ? '' : `<EANUCCArticleID>${ean}</EANUCCArticleID>`;
  return `<OrderLine><LineID>${id}</LineID><OrderedArticle><ArticleIdentification>
    <ManufacturersArticleID>${escapeXml(article)}</ManufacturersArticleID>${eanText}</ArticleIdentification>${content}</OrderedArticle></OrderLine>`;
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(\w+);/g, (_, name: string) => characters[name] ?? '');
}
