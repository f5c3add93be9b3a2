import type { Cents } from '../../money.ts';
import { type OpenLine, tireCountsOf, tirePriceKey, type WantedPieces } from './open-lines.ts';
import { roundToTotal, type VatAmounts } from './vat-by-rate.ts';

/** `count` 0: the credit note only lowers the price. */
export type CreditedLine = Pick<OpenLine, 'position' | 'kind' | 'tireId' | 'name' | 'priceCents' | 'vatPercent'> &
  VatAmounts & { count: number };

/**
 * Returns the lines of credit notes of `cents` in all, by the id of the credited invoice. First credits tires that the order no longer has,
 * those of the newest invoice before others; the remaining sum lowers prices. No credit note exceeds its invoice.
 */
export function creditNoteLines(
  open: readonly OpenLine[],
  wanted: WantedPieces,
  cents: Cents,
): Map<number, CreditedLine[]> {
  if (cents <= 0) return new Map();
  const invoices = [...Map.groupBy(open, ({ documentId }) => documentId)].toSorted(([a], [b]) => b - a);
  const countsToCredit = tireCountsOf(open);
  for (const [key, { count }] of wanted) countsToCredit.set(key, (countsToCredit.get(key) ?? 0) - count);
  const parts = new Map<OpenLine, { count: number; grossCents: Cents }>();
  const leftCentsOf = new Map(
    invoices.map(([id, lines]) => [id, lines.reduce((sum, { grossCents }) => sum + grossCents, 0)]),
  );
  let remainingCents = cents;
  const creditLine = (line: OpenLine, count: number, maxCents: Cents) => {
    const credited = parts.get(line) ?? { count: 0, grossCents: 0 };
    const leftCents = leftCentsOf.get(line.documentId) ?? 0;
    const grossCents = Math.max(
      0,
      Math.min(maxCents, line.grossCents - credited.grossCents, leftCents, remainingCents),
    );
    if (count === 0 && grossCents === 0) return;
    parts.set(line, { count: credited.count + count, grossCents: credited.grossCents + grossCents });
    leftCentsOf.set(line.documentId, leftCents - grossCents);
    remainingCents -= grossCents;
  };
  const tires = invoices.flatMap(([, lines]) => lines.filter(({ kind }) => kind === 'tires'));
  for (const line of tires) {
    const key = tirePriceKey(line);
    const countToCredit = countsToCredit.get(key) ?? 0;
    const count = Math.min(line.count, Math.max(0, countToCredit));
    countsToCredit.set(key, countToCredit - count);
    if (count > 0) creditLine(line, count, count === line.count ? line.grossCents : count * line.priceCents);
  }
  for (const line of invoices.flatMap(([, lines]) => lines).filter(({ kind }) => kind !== 'deduction')) {
    const isWholePrepayment = line.kind === 'prepayment' && remainingCents >= line.grossCents;
    if (remainingCents > 0) creditLine(line, isWholePrepayment ? line.count : 0, remainingCents);
  }
  return new Map(
    invoices.flatMap(([id, lines]) => {
      const partsOfInvoice = lines.flatMap((line) => {
        const part = parts.get(line);
        return part ? [{ line, ...part }] : [];
      });
      const credited = withNets(partsOfInvoice, lines);
      return credited.some(({ grossCents }) => grossCents > 0) ? [[id, credited] as const] : [];
    }),
  );
}

type Part = { line: OpenLine; count: number; grossCents: Cents };

/** Adds net and VAT. A part that credits all that is left of a line takes the line's net. The other parts of a rate share the net of their sum (`roundToTotal`). */
function withNets(parts: readonly Part[], open: readonly OpenLine[]): CreditedLine[] {
  const nets = new Map<Part, Cents>();
  for (const [vatPercent, partsOfRate] of Map.groupBy(parts, ({ line }) => line.vatPercent)) {
    const creditsWholeLine = ({ line, grossCents }: Part) => grossCents === line.grossCents;
    for (const part of partsOfRate.filter(creditsWholeLine)) nets.set(part, part.line.netCents);
    const others = partsOfRate.filter((part) => !creditsWholeLine(part));
    const shares = others.map(({ grossCents }) => (grossCents * 100) / (100 + vatPercent));
    roundToTotal(Math.round(sum(shares)), shares).forEach((share, index) => {
      const part = others[index];
      if (part) nets.set(part, clampNet(share, part));
    });
    // Rounding and `clampNet` can move the credited net out of the invoice's limits by some cents. The other parts are corrected by these, as far as their lines allow.
    const limits = limitsOfInvoice(partsOfRate, open);
    for (const part of others) {
      const creditedNet = sum(partsOfRate.map((creditedPart) => nets.get(creditedPart) ?? 0));
      const allowedNet = Math.min(limits.most, Math.max(limits.least, creditedNet));
      nets.set(part, clampNet((nets.get(part) ?? 0) + allowedNet - creditedNet, part));
    }
  }
  return parts.map((part) => {
    const { position, kind, tireId, name, priceCents, vatPercent } = part.line;
    const { count, grossCents } = part;
    const netCents = nets.get(part) ?? 0;
    const vatCents = grossCents - netCents;
    return { position, kind, tireId, name, priceCents, vatPercent, count, netCents, vatCents, grossCents };
  });
}

/** Returns the least and the most net that may be credited at a rate, so that the net left on the invoice is at least 0 and at most the gross left. */
function limitsOfInvoice(partsOfRate: readonly Part[], open: readonly OpenLine[]): { least: Cents; most: Cents } {
  const rate = partsOfRate[0]?.line.vatPercent;
  const openOfRate = open.filter(({ vatPercent }) => vatPercent === rate);
  const openNet = sum(openOfRate.map(({ netCents }) => netCents));
  const openGross = sum(openOfRate.map(({ grossCents }) => grossCents));
  const grossLeft = openGross - sum(partsOfRate.map(({ grossCents }) => grossCents));
  return { least: openNet - grossLeft, most: openNet };
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, cents) => total + cents, 0);

/** Limits a net so that the line keeps a net and a VAT of at least 0. */
function clampNet(netCents: Cents, { line, grossCents }: Part): Cents {
  const leastNet = grossCents - line.vatCents;
  return Math.min(line.netCents, Math.max(leastNet, netCents));
}
