/** A model of Merit's arithmetic and books, independent of the shop's code. Amounts are euros as in its API. */

export type Row = {
  Item: { Code: string; Description: string; Type: number };
  Quantity: number;
  Price: number;
  TaxId: string;
};

export type SentInvoice = {
  Customer: { Name: string; RegNo?: string; VatRegNo?: string; NotTDCustomer: boolean; CountryCode: string };
  DocDate: string;
  TransactionDate: string;
  DueDate: string;
  InvoiceNo: string;
  RefNo: string;
  InvoiceRow: Row[];
  TaxAmount: { TaxId: string; Amount: number }[];
  RoundingAmount: number;
  TotalAmount: number;
  HComment?: string;
};

export type SentPayment = {
  BankId: string;
  CustomerName: string;
  InvoiceNo: string;
  PaymentDate: string;
  Amount: number;
};

/** The taxes of a new company. Two of them have 24 %, so the shop must choose one by its code. */
export const taxes = [
  { Id: 'b9b25735-6a15-4d4e-8720-25b254ae3d20', Code: '20%', Name: 'Käibemaks', TaxPct: 20 },
  { Id: 'b9b25735-6a15-4d4e-8720-25b254ae3d22', Code: '22%', Name: 'Käibemaks', TaxPct: 22 },
  { Id: 'b9b25735-6a15-4d4e-8720-25b254ae3d24', Code: '24%', Name: 'Käibemaks', TaxPct: 24 },
  { Id: 'b9b25735-6a15-4d4e-8720-25b254ae3d25', Code: '24% imp', Name: 'Kauba import', TaxPct: 24 },
];

export const banks = ['LHV Pank', 'Montonio', 'Stripe', 'Kaardimaksed', 'Kassa Ringtee', 'Kassa Annelinn'].map(
  (Name, n) => ({
    BankId: `00000000-0000-4000-8000-00000000000${n}`,
    Name,
    CurrencyCode: 'EUR',
    AccountCode: `10${n}`,
  }),
);

/** Rounds to cents, halves away from zero. */
const round = (euros: number) => (Math.sign(euros) * Math.round(Math.abs(euros) * 100 + 1e-7)) / 100;
const sum = (amounts: number[]) => round(amounts.reduce((total, amount) => total + amount, 0));

/** Each row's net and VAT are rounded before they are added up: "How is VAT calculated in sales invoices", api.merit.ee. */
export function totalsOf({ InvoiceRow, RoundingAmount }: Pick<SentInvoice, 'InvoiceRow' | 'RoundingAmount'>) {
  const rows = InvoiceRow.map(({ Quantity, Price, TaxId }) => {
    const net = round(Quantity * Price);
    const percent = taxes.find(({ Id }) => Id === TaxId)?.TaxPct ?? 0;
    return { TaxId, net, vat: round((net * percent) / 100) };
  });
  const net = sum(rows.map((row) => row.net));
  const vat = sum(rows.map((row) => row.vat));
  const vatOf = (id: string) => sum(rows.filter(({ TaxId }) => TaxId === id).map((row) => row.vat));
  return { net, vat, vatOf, gross: sum([net, vat, RoundingAmount]) };
}

type Refused = { status: number; body: unknown };
const refused = (message: string): Refused => ({ status: 400, body: { Message: message } });

/** The sales invoices and payments of one company. */
export function meritBooks() {
  const invoices: (SentInvoice & { SIHId: string })[] = [];
  const payments: SentPayment[] = [];

  const paidOf = (number: string) => sum(payments.filter((p) => p.InvoiceNo === number).map((p) => p.Amount));

  return {
    invoices,
    payments,
    sendInvoice(invoice: SentInvoice): Refused | { CustomerId: string; InvoiceId: string; InvoiceNo: string } {
      const { Customer, InvoiceNo, InvoiceRow, TaxAmount, TotalAmount } = invoice;
      if (invoices.some((known) => known.InvoiceNo === InvoiceNo)) return refused(`Arve ${InvoiceNo} on olemas`);
      if (!Customer.Name || Customer.Name.length > 150 || Customer.CountryCode?.length !== 2)
        return refused('Vigane klient');
      for (const date of [invoice.DocDate, invoice.DueDate, invoice.TransactionDate])
        if (!/^20\d{6}0{6}$/.test(date)) return refused('Vigane kuupäev');
      if (InvoiceRow.length === 0) return { status: 500, body: '<html>Object reference not set</html>' };
      for (const { Item, TaxId } of InvoiceRow) {
        if (!taxes.some(({ Id }) => Id === TaxId)) return refused('Vigane TaxId');
        if (!Item.Code || Item.Code.length > 20 || !Item.Description || Item.Description.length > 100)
          return refused('Vigane artikkel');
      }
      const { net, vatOf } = totalsOf(invoice);
      if (net !== TotalAmount) return refused(`Ridade summa ${net} ei ole ${TotalAmount}`);
      const sign = net < 0 ? -1 : 1;
      if (TaxAmount.some(({ TaxId, Amount }) => sum([sign * vatOf(TaxId)]) !== Amount))
        return refused('Käibemaksu summa ei klapi');
      const SIHId = `10000000-0000-4000-8000-${String(invoices.length + 1).padStart(12, '0')}`;
      // Merit keeps the stored data of a known customer and ignores those that are sent.
      const earlierInvoice = invoices.find((other) => other.Customer.Name === Customer.Name);
      invoices.push({ ...invoice, Customer: earlierInvoice?.Customer ?? Customer, SIHId });
      return { CustomerId: 'c0000000-0000-4000-8000-000000000001', InvoiceId: SIHId, InvoiceNo };
    },
    sendPayment(payment: SentPayment): Refused | { BatchInfo: string } {
      const { BankId, CustomerName, InvoiceNo, Amount, PaymentDate } = payment;
      if (!banks.some((bank) => bank.BankId === BankId)) return refused('Vigane BankId');
      if (!/^20\d{10}$/.test(PaymentDate)) return refused('Vigane kuupäev');
      const invoice = invoices.find((known) => known.InvoiceNo === InvoiceNo);
      if (!invoice || invoice.Customer.Name !== CustomerName) return refused('Arvet ei leitud');
      const { gross } = totalsOf(invoice);
      if (Math.sign(Amount) !== Math.sign(gross)) return refused('Vale märk');
      if (Math.abs(sum([paidOf(InvoiceNo), Amount])) > Math.abs(gross)) return refused('Summa on liiga suur');
      payments.push(payment);
      return { BatchInfo: `PA-${payments.length}` };
    },
    /** The answer of `getinvoices` and `getinvoices2`: the invoices that match the filter. */
    list: (matches: (invoice: SentInvoice) => boolean) =>
      invoices.filter(matches).map((invoice) => ({
        SIHId: invoice.SIHId,
        InvoiceNo: invoice.InvoiceNo,
        CustomerName: invoice.Customer.Name,
        CustomerRegNo: invoice.Customer.RegNo ?? null,
        TotalAmount: totalsOf(invoice).net,
        TaxAmount: totalsOf(invoice).vat,
        RoundingAmount: invoice.RoundingAmount,
        TotalSum: totalsOf(invoice).gross,
        PaidAmount: paidOf(invoice.InvoiceNo),
      })),
  };
}
