import { expect, test } from 'vitest';
import type { SupplierOrder } from '../supplier-answer.ts';
import { type EdiwheelTerms, ediwheelInquiry, ediwheelOrder, ediwheelStatusRequest } from './write-ediwheel.ts';
import { textOf, xmlTree } from './xml-tree.server.ts';

const order: SupplierOrder = {
  reference: 'P26-00017',
  branch: 'ringtee',
  requestedOn: '2026-11-24',
  lines: [
    { lineId: 71, supplierSku: 'B1', ean: '6419440382319', title: 'Nokian', size: '205/55 R16', count: 4 },
    { lineId: 72, supplierSku: 'A&<"\'\u0001>', ean: null, title: 'Nokian', size: '205/55 R16', count: 2 },
  ],
};
const terms: EdiwheelTerms = {
  norm: 'A2.5',
  qualified: false,
  buyer: ['30012456', 91],
  consignee: { ringtee: ['67890', 91], annelinn: ['67891', 91] },
};

test('writes an order of A2.5 with children outside the namespace, as in the standard', () => {
  expect(ediwheelOrder(order, terms)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<ew:order_A2 xmlns:ew="http://www.reifen.net"><DocumentID>A2</DocumentID><Variant>5</Variant>` +
      '<CustomerReference><DocumentID>P26-00017</DocumentID></CustomerReference>' +
      '<BuyerParty><PartyID>30012456</PartyID><AgencyCode>91</AgencyCode></BuyerParty>' +
      '<Consignee><PartyID>67890</PartyID><AgencyCode>91</AgencyCode></Consignee>' +
      '<OrderLine><LineID>000001</LineID><OrderedArticle><ArticleIdentification>' +
      '<ManufacturersArticleID>B1</ManufacturersArticleID><EANUCCArticleID>6419440382319</EANUCCArticleID>' +
      '</ArticleIdentification><RequestedDeliveryDate>2026-11-24</RequestedDeliveryDate>' +
      '<RequestedQuantity><QuantityValue>4</QuantityValue></RequestedQuantity></OrderedArticle></OrderLine>' +
      '<OrderLine><LineID>000002</LineID><OrderedArticle><ArticleIdentification>' +
      '<ManufacturersArticleID>A&amp;&lt;&quot;&apos;&gt;</ManufacturersArticleID>' +
      '</ArticleIdentification><RequestedDeliveryDate>2026-11-24</RequestedDeliveryDate>' +
      '<RequestedQuantity><QuantityValue>2</QuantityValue></RequestedQuantity></OrderedArticle></OrderLine>' +
      '</ew:order_A2>\n',
  );
});

test('writes an order of C1.0, with children in the namespace if `qualified`', () => {
  const text = ediwheelOrder(order, { ...terms, norm: 'C1.0', qualified: true });
  expect(text).toContain('<ew:order xmlns:ew="http://www.reifen.net"><ew:DocumentID>C1</ew:DocumentID>');
  expect(text).toContain('<ew:Variant>0</ew:Variant>');
  expect(text).not.toMatch(/<[A-Z]/);
  expect(textOf(xmlTree(text), 'CustomerReference/DocumentID')).toBe('P26-00017');
});

test('an inquiry names the tires but no reference, and a status question names the reference but no tires', () => {
  const inquiry = xmlTree(ediwheelInquiry(order, terms));
  expect(inquiry.name).toBe('inquiry_A2');
  expect(textOf(inquiry, 'CustomerReference/DocumentID')).toBe('');
  expect(textOf(inquiry, 'OrderLine/OrderedArticle/RequestedQuantity/QuantityValue')).toBe('4');
  const status = xmlTree(ediwheelStatusRequest(order, { ...terms, norm: 'C1.0' }));
  expect(status.name).toBe('order_status_request');
  expect(textOf(status, 'ReferencedOrder/OrderReference/DocumentID')).toBe('P26-00017');
  expect(textOf(status, 'OrderLine/LineID')).toBe('');
});

test('does not write an order for a branch without a number at the supplier', () => {
  expect(() => ediwheelOrder({ ...order, branch: 'narva' }, terms)).toThrow('no number for the branch narva');
});
