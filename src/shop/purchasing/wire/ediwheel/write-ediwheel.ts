import type { EdiwheelDeclaration, Party } from '../../../catalog/supplier/order-declaration.ts';
import type { SupplierOrder } from '../supplier-answer.ts';

export type EdiwheelTerms = Pick<EdiwheelDeclaration, 'norm' | 'qualified' | 'buyer' | 'consignee'>;

type XmlNode = readonly [name: string, content: string | readonly XmlNode[]];

const documentByNorm = {
  'A2.5': { id: 'A2', variant: '5', suffix: '_A2' },
  'C1.0': { id: 'C1', variant: '0', suffix: '' },
};

/** Returns an order as XML in EDIWheel A2.5 or C1.0: always the same text for the same order. */
export function ediwheelOrder(order: SupplierOrder, terms: EdiwheelTerms): string {
  return write('order', terms, [
    ['CustomerReference', [['DocumentID', order.reference]]],
    ...partiesOf(order, terms),
    ...linesOf(order),
  ]);
}

/** Returns an inquiry whether the supplier has these tires, which orders nothing. */
export function ediwheelInquiry(order: SupplierOrder, terms: EdiwheelTerms): string {
  return write('inquiry', terms, [...partiesOf(order, terms), ...linesOf(order)]);
}

export function ediwheelStatusRequest(order: SupplierOrder, terms: EdiwheelTerms): string {
  return write('order_status_request', terms, [
    ...partiesOf(order, terms),
    ['ReferencedOrder', [['OrderReference', [['DocumentID', order.reference]]]]],
  ]);
}

function write(root: string, { norm, qualified }: EdiwheelTerms, content: readonly XmlNode[]): string {
  const { id, variant, suffix } = documentByNorm[norm];
  const head: XmlNode[] = [
    ['DocumentID', id],
    ['Variant', variant],
  ];
  const childPrefix = qualified ? 'ew:' : '';
  const body = [...head, ...content].map((node) => xmlOf(node, childPrefix)).join('');
  const name = `ew:${root}${suffix}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns:ew="http://www.reifen.net">${body}</${name}>\n`;
}

function xmlOf([name, content]: XmlNode, prefix: string): string {
  const inner = typeof content === 'string' ? escaped(content) : content.map((child) => xmlOf(child, prefix)).join('');
  return `<${prefix}${name}>${inner}</${prefix}${name}>`;
}

function partiesOf({ branch }: SupplierOrder, { buyer, consignee }: EdiwheelTerms): XmlNode[] {
  const branchParty = consignee[branch];
  if (!branchParty) throw new Error(`the supplier has no number for the branch ${branch}`);
  return [partyOf('BuyerParty', buyer), partyOf('Consignee', branchParty)];
}

function partyOf(name: string, [id, agency]: Party): XmlNode {
  return [
    name,
    [
      ['PartyID', id],
      ['AgencyCode', String(agency)],
    ],
  ];
}

export function lineNumber(index: number): string {
  return String(index + 1).padStart(6, '0');
}

function linesOf({ lines, requestedOn }: SupplierOrder): XmlNode[] {
  return lines.map(({ supplierSku, ean, count }, index) => {
    const article: XmlNode[] = [['ManufacturersArticleID', supplierSku]];
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
