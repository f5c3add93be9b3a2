import type { EdiwheelDeclaration, Party } from '../../../catalog/supplier/order-declaration.ts';
import type { WireOrder } from '../wire-answer.ts';

export type EdiwheelTerms = Pick<EdiwheelDeclaration, 'norm' | 'qualified' | 'buyer' | 'consignee'>;

type Node = readonly [name: string, content: string | readonly Node[]];

const documents = { 'A2.5': { id: 'A2', variant: '5', suffix: '_A2' }, 'C1.0': { id: 'C1', variant: '0', suffix: '' } };

/** Writes an order. The same order gives the same text. EDIWheel A2.5 or C1.0, XML. */
export function ediwheelOrder(order: WireOrder, terms: EdiwheelTerms): string {
  return write('order', terms, [
    ['CustomerReference', [['DocumentID', order.reference]]],
    ...partiesOf(order, terms),
    ...linesOf(order),
  ]);
}

/** Writes a question whether the supplier has these tires, which orders nothing. */
export function ediwheelInquiry(order: WireOrder, terms: EdiwheelTerms): string {
  return write('inquiry', terms, [...partiesOf(order, terms), ...linesOf(order)]);
}

export function ediwheelStatusRequest(order: WireOrder, terms: EdiwheelTerms): string {
  return write('order_status_request', terms, [
    ...partiesOf(order, terms),
    ['ReferencedOrder', [['OrderReference', [['DocumentID', order.reference]]]]],
  ]);
}

function write(root: string, { norm, qualified }: EdiwheelTerms, content: readonly Node[]): string {
  const { id, variant, suffix } = documents[norm];
  const head: Node[] = [
    ['DocumentID', id],
    ['Variant', variant],
  ];
  const prefix = qualified ? 'ew:' : '';
  const body = [...head, ...content].map((node) => textOf(node, prefix)).join('');
  const name = `ew:${root}${suffix}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns:ew="http://www.reifen.net">${body}</${name}>\n`;
}

function textOf([name, content]: Node, prefix: string): string {
  const inner = typeof content === 'string' ? escaped(content) : content.map((child) => textOf(child, prefix)).join('');
  return `<${prefix}${name}>${inner}</${prefix}${name}>`;
}

function partiesOf({ branch }: WireOrder, { buyer, consignee }: EdiwheelTerms): Node[] {
  const to = consignee[branch];
  if (!to) throw new Error(`the supplier has no number for the branch ${branch}`);
  return [partyOf('BuyerParty', buyer), partyOf('Consignee', to)];
}

function partyOf(name: string, [id, agency]: Party): Node {
  return [
    name,
    [
      ['PartyID', id],
      ['AgencyCode', String(agency)],
    ],
  ];
}

/** Returns the number of a line by its index: `000001` for index 0. */
export function lineNumber(index: number): string {
  return String(index + 1).padStart(6, '0');
}

function linesOf({ lines, requestedOn }: WireOrder): Node[] {
  return lines.map(({ supplierSku, ean, count }, index) => {
    const article: Node[] = [['ManufacturersArticleID', supplierSku]];
    if (ean !== null) article.push(['EANUCCArticleID', ean]);
    return [
      'OrderLine',
      [
        ['LineID', lineNumber(index)],
        [
          'OrderedArticle',
          [
            ['ArticleIdentification', article],
            ['RequestedDeliveryDate', requestedOn],
            ['RequestedQuantity', [['QuantityValue', String(count)]]],
          ],
        ],
      ],
    ];
  });
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Also removes characters that XML 1.0 does not allow. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return allowed.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
