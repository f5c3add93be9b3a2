import { type Cents, sumCents } from '../../money.ts';
import { type OpenLine, tireCountsOf, tirePriceKey, type WantedTires } from './open-lines.ts';
import { roundToTotal } from './vat-by-rate.ts';

/** The credited part of an open line. `count` 0: the credit note only lowers the price. */
type Part = { line: OpenLine; count: number; netCents: Cents; grossCents: Cents };

/** Returns the credited parts of open lines, `cents` in all, by the id of the invoice. First credits tires that are no longer `wanted`,
 * those of the newest invoice before others; the remaining sum lowers prices. No credit note exceeds its invoice. */
export function creditNoteLines(open: readonly OpenLine[], wanted: WantedTires, cents: Cents): Map<number, OpenLine[]> {
  const newestFirst = [...Map.groupBy(open, ({ documentId }) => documentId)].toSorted(([a], [b]) => b - a);
  const invoices = newestFirst.map(([id, lines]) => ({
    id,
    lines,
    parts: lines.map((line): Part => ({ line, count: 0, netCents: 0, grossCents: 0 })),
    leftCents: sumCents(lines, ({ grossCents }) => grossCents),
  }));
  let remainingCents = cents;
  const credit = (invoice: (typeof invoices)[number], part: Part, count: number, maxCents: Cents) => {
    const leftOfLineCents = part.line.grossCents - part.grossCents;
    // Deductions are negative lines, so less can be left of an invoice than of one of its lines.
    const grossCents = Math.max(0, Math.min(maxCents, leftOfLineCents, invoice.leftCents, remainingCents));
    part.count += count;
    part.grossCents += grossCents;
    invoice.leftCents -= grossCents;
    remainingCents -= grossCents;
  };
  const countsToCredit = tireCountsOf(open);
  for (const [key, { count }] of wanted) countsToCredit.set(key, (countsToCredit.get(key) ?? 0) - count);
  for (const invoice of invoices)
    for (const part of invoice.parts.filter(({ line }) => line.kind === 'tires')) {
      const { line } = part;
      const key = tirePriceKey(line);
      const countToCredit = countsToCredit.get(key) ?? 0;
      const count = Math.min(line.count, Math.max(0, countToCredit));
      countsToCredit.set(key, countToCredit - count);
      if (count <= 0) continue;
      const isWholeLine = count === line.count;
      // After its price was lowered, a whole line has less left than its count times its price.
      const maxCents = isWholeLine ? line.grossCents : count * line.priceCents;
      credit(invoice, part, count, maxCents);
    }
  for (const invoice of invoices)
    for (const part of invoice.parts.filter(({ line }) => line.kind !== 'deduction')) {
      const { kind, count, grossCents } = part.line;
      if (remainingCents <= 0) continue;
      const isWholePrepayment = kind === 'prepayment' && remainingCents >= grossCents;
      const countToCredit = isWholePrepayment ? count : 0;
      credit(invoice, part, countToCredit, remainingCents);
    }
  const credited = invoices.filter(({ parts }) => parts.some(({ grossCents }) => grossCents > 0));
  return new Map(credited.map(({ id, lines, parts }) => [id, withNets(parts, lines)]));
}

/** Returns lines with net and VAT. Whole lines keep their net; the net of other parts is calculated from their sum by VAT rate, and shared out. */
function withNets(allParts: readonly Part[], open: readonly OpenLine[]): OpenLine[] {
  const parts = allParts.filter(({ count, grossCents }) => count > 0 || grossCents > 0);
  for (const [vatPercent, partsOfRate] of Map.groupBy(parts, ({ line }) => line.vatPercent)) {
    const creditsWholeLine = ({ line, grossCents }: Part) => grossCents === line.grossCents;
    for (const part of partsOfRate.filter(creditsWholeLine)) part.netCents = part.line.netCents;
    const others = partsOfRate.filter((part) => !creditsWholeLine(part));
    const shares = others.map(({ grossCents }) => (grossCents * 100) / (100 + vatPercent));
    const nets = roundToTotal(Math.round(sumCents(shares, (share) => share)), shares);
    for (const [index, part] of others.entries()) part.netCents = clampNet(nets[index] ?? 0, part);
    // Rounding and `clampNet` can move the net of all parts out of the invoice's limits: then `others` take the difference.
    const openOfRate = open.filter((line) => line.vatPercent === vatPercent);
    const limits = limitsOfInvoice(partsOfRate, openOfRate);
    for (const part of others) {
      const creditedNet = sumCents(partsOfRate, ({ netCents }) => netCents);
      const allowedNet = Math.min(limits.most, Math.max(limits.least, creditedNet));
      const correction = allowedNet - creditedNet;
      part.netCents = clampNet(part.netCents + correction, part);
    }
  }
  return parts.map(({ line, count, netCents, grossCents }) => {
    return { ...line, count, netCents, vatCents: grossCents - netCents, grossCents };
  });
}

/** Returns the least and most net to credit at a rate: the net that is left must be at least 0 and at most `grossLeft`, so that its VAT is at least 0. */
function limitsOfInvoice(partsOfRate: readonly Part[], openOfRate: readonly OpenLine[]): { least: Cents; most: Cents } {
  const openNet = sumCents(openOfRate, ({ netCents }) => netCents);
  const openGross = sumCents(openOfRate, ({ grossCents }) => grossCents);
  const grossLeft = openGross - sumCents(partsOfRate, ({ grossCents }) => grossCents);
  return { least: openNet - grossLeft, most: openNet };
}

/** Limits a net so that the line keeps a net and a VAT of at least 0. */
function clampNet(netCents: Cents, { line, grossCents }: Part): Cents {
  const leastNet = grossCents - line.vatCents;
  return Math.min(line.netCents, Math.max(leastNet, netCents));
}
