import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import SaxonJS from 'saxon-js';
import { nodesAt, textAt, type XmlNode, xmlTree } from './xml-tree.ts';

/** The id of a rule that a document breaks, such as `BR-CO-10`; for a line with its number: `SHOP-05 2`. */
type Broken = string;

const official = JSON.parse(gunzipSync(readFileSync(new URL('rules-1.3.16.sef.json.gz', import.meta.url))).toString());

/** Returns the rules that a UBL document breaks: those of EN 16931 (README.md beside this file), the shop's stricter ones (`SHOP-…`), and the order of elements in the UBL schemas. */
export function brokenRules(xml: string): Broken[] {
  const { principalResult } = SaxonJS.transform({
    stylesheetInternal: official,
    sourceText: xml,
    destination: 'serialized',
  });
  const ofNorm = nodesAt(xmlTree(principalResult), 'svrl:failed-assert').map(({ attributes }) => attributes.id ?? '');
  const root = xmlTree(xml);
  const ofShop = [documentRules, codeRules, totalRules, lineRules, orderRules].flatMap((rules) =>
    Object.entries(rules(root))
      .filter(([, isKept]) => !isKept)
      .map(([id]) => id),
  );
  return [...ofNorm, ...ofShop];
}

/** Whether each rule is kept, by its id. */
type Kept = Record<string, boolean>;

/** A credit note names its invoice (KMS § 37 lg 4) and its reason, which the norm does not require. */
function documentRules(root: XmlNode): Kept {
  const isInvoice = root.name === 'Invoice';
  const invoices = nodesAt(root, 'cac:BillingReference/cac:InvoiceDocumentReference');
  const isNamed =
    invoices.length === 1 && ['cbc:ID', 'cbc:IssueDate'].every((path) => invoices[0] && textAt(invoices[0], path));
  return { 'SHOP-01': isInvoice || isNamed, 'SHOP-02': isInvoice || textAt(root, 'cbc:Note') !== '' };
}

/** A code with the scheme 0191 is an Estonian registry code. */
function codeRules(root: XmlNode): Kept {
  const parties = ['Supplier', 'Customer'].flatMap((side) => nodesAt(root, `cac:Accounting${side}Party/cac:Party`));
  const codes = parties.flatMap((party) => [
    ...nodesAt(party, 'cbc:EndpointID'),
    ...nodesAt(party, 'cac:PartyLegalEntity/cbc:CompanyID'),
  ]);
  return {
    'SHOP-03': codes.every(
      ({ attributes, text }) => !attributes.schemeID || (attributes.schemeID === '0191' && /^\d{8}$/.test(text)),
    ),
  };
}

/** Cash is rounded to 5 cents (EKVS § 5¹), and VAT may differ by two cents at most; the norm allows a euro. */
function totalRules(root: XmlNode): Kept {
  const rounding = centsAt(root, 'cac:LegalMonetaryTotal/cbc:PayableRoundingAmount') ?? 0;
  const subtotals = nodesAt(root, 'cac:TaxTotal/cac:TaxSubtotal');
  return {
    'SHOP-04': Math.abs(rounding) <= 2,
    'SHOP-06': subtotals.every((tax) => {
      const exact =
        ((centsAt(tax, 'cbc:TaxableAmount') ?? 0) * Number(textAt(tax, 'cac:TaxCategory/cbc:Percent'))) / 100;
      return Math.abs((centsAt(tax, 'cbc:TaxAmount') ?? 0) - exact) <= 2;
    }),
  };
}

/** Price times count is the amount of the line: R120 of Peppol, without its tolerance. */
function lineRules(root: XmlNode): Kept {
  const [line, quantity] =
    root.name === 'Invoice' ? ['Invoice', 'cbc:InvoicedQuantity'] : ['CreditNote', 'cbc:CreditedQuantity'];
  return Object.fromEntries(
    nodesAt(root, `cac:${line}Line`).map((node) => {
      const cents = Number(textAt(node, quantity)) * Number(textAt(node, 'cac:Price/cbc:PriceAmount')) * 100;
      return [`SHOP-05 ${textAt(node, 'cbc:ID')}`, Math.round(cents) === centsAt(node, 'cbc:LineExtensionAmount')];
    }),
  );
}

const headOrder =
  'CustomizationID ID IssueDate DueDate InvoiceTypeCode CreditNoteTypeCode Note TaxPointDate DocumentCurrencyCode OrderReference BillingReference AccountingSupplierParty AccountingCustomerParty PaymentMeans PaymentTerms TaxTotal LegalMonetaryTotal InvoiceLine CreditNoteLine';
const orderByElement: Readonly<Record<string, string>> = {
  Invoice: headOrder,
  CreditNote: headOrder,
  Party: 'EndpointID PostalAddress PartyTaxScheme PartyLegalEntity Contact',
  PostalAddress: 'StreetName CityName PostalZone Country',
  PaymentMeans: 'PaymentMeansCode PaymentID PayeeFinancialAccount',
  LegalMonetaryTotal:
    'LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount PrepaidAmount PayableRoundingAmount PayableAmount',
  InvoiceLine: 'ID InvoicedQuantity LineExtensionAmount Item Price',
  CreditNoteLine: 'ID CreditedQuantity LineExtensionAmount Item Price',
  Item: 'Name SellersItemIdentification ClassifiedTaxCategory',
};

/** Elements have the order that the schemas of UBL require. */
function orderRules(root: XmlNode): Kept {
  const isOrdered = (node: XmlNode): boolean => {
    const order = orderByElement[node.name.replace(/^c.c:/, '')]?.split(' ');
    const positions = node.children.map(({ name }) => order?.indexOf(name.replace(/^c.c:/, '')) ?? 0);
    return (
      positions.every((position, index) => position >= 0 && position >= (positions[index - 1] ?? 0)) &&
      node.children.every(isOrdered)
    );
  };
  return { 'UBL-ORDER': isOrdered(root) };
}

/** Returns an amount in cents; null if it is missing or no number. */
function centsAt(node: XmlNode, path: string): number | null {
  const text = textAt(node, path);
  return /^-?\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : null;
}
