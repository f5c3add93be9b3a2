import type { Cents } from '../../money.ts';
import { countsOf, keyOf, type OpenLine, type Wanted } from './open-lines.ts';
import { roundToTotal, type VatAmounts } from './vat-by-rate.ts';

/** `count` 0: the credit note only lowers the price. */
export type CreditedLine = Pick<OpenLine, 'position' | 'kind' | 'tireId' | 'name' | 'priceCents' | 'vatPercent'> &
  VatAmounts & { count: number };

/**
 * Returns the lines of credit notes of `cents` in all, by the id of the credited invoice. First credits tires that the order no longer has,
 * those of the newest invoice before others; the remaining sum lowers prices. No credit note exceeds its invoice.
 */
export function creditNoteLines(open: readonly OpenLine[], wanted: Wanted, cents: Cents): Map<number, CreditedLine[]> {
  if (cents <= 0) return new Map();
  const invoices = [...Map.groupBy(open, ({ documentId }) => documentId)].toSorted(([a], [b]) => b - a);
  const countsToCredit = countsOf(open);
  for (const [key, { count }] of wanted) countsToCredit.set(key, (countsToCredit.get(key) ?? 0) - count);
  const parts = new Map<OpenLine, { count: number; grossCents: Cents }>();
  const leftCentsOf = new Map(
    invoices.map(([id, lines]) => [id, lines.reduce((sum, { grossCents }) => sum + grossCents, 0)]),
  );
  let remaining = cents;
  const creditLine = (line: OpenLine, count: number, maxCents: Cents) => {
    const before = parts.get(line) ?? { count: 0, grossCents: 0 };
    const left = leftCentsOf.get(line.documentId) ?? 0;
    const grossCents = Math.max(0, Math.min(maxCents, line.grossCents - before.grossCents, left, remaining));
    if (count === 0 && grossCents === 0) return;
    parts.set(line, { count: before.count + count, grossCents: before.grossCents + grossCents });
    leftCentsOf.set(line.documentId, left - grossCents);
    remaining -= grossCents;
  };
  const tires = invoices.flatMap(([, lines]) => lines.filter(({ kind }) => kind === 'tires'));
  for (const line of tires) {
    const count = Math.min(line.count, Math.max(0, countsToCredit.get(keyOf(line)) ?? 0));
    countsToCredit.set(keyOf(line), (countsToCredit.get(keyOf(line)) ?? 0) - count);
    if (count > 0) creditLine(line, count, count === line.count ? line.grossCents : count * line.priceCents);
  }
  for (const line of invoices.flatMap(([, lines]) => lines).filter(({ kind }) => kind !== 'deduction')) {
    const isWholePrepayment = line.kind === 'prepayment' && remaining >= line.grossCents;
    if (remaining > 0) creditLine(line, isWholePrepayment ? line.count : 0, remaining);
  }
  return new Map(
    invoices.flatMap(([id, lines]) => {
      const credited = withNets(
        lines.flatMap((line) => partOf(line, parts.get(line))),
        lines,
      );
      return credited.some(({ grossCents }) => grossCents > 0) ? [[id, credited] as const] : [];
    }),
  );
}

type Part = { line: OpenLine; count: number; grossCents: Cents };

function partOf(line: OpenLine, part: { count: number; grossCents: Cents } | undefined): Part[] {
  return part ? [{ line, ...part }] : [];
}

/** Spreads net and VAT of each rate's sum by largest remainder. The last credit of a line takes its remaining net, so that sums agree. */
function withNets(parts: readonly Part[], open: readonly OpenLine[]): CreditedLine[] {
  const nets = new Map<Part, Cents>();
  for (const [vatPercent, ofRate] of Map.groupBy(parts, ({ line }) => line.vatPercent)) {
    const creditsWholeLine = ({ line, grossCents }: Part) => grossCents === line.grossCents;
    for (const part of ofRate.filter(creditsWholeLine)) nets.set(part, part.line.netCents);
    const others = ofRate.filter((part) => !creditsWholeLine(part));
    const shares = others.map(({ grossCents }) => (grossCents * 100) / (100 + vatPercent));
    roundToTotal(Math.round(sum(shares)), shares).forEach((share, index) => {
      const part = others[index];
      if (part) nets.set(part, limitedNet(share, part));
    });
    // As lines are rounded and limited, their sum can miss the invoice's limits by some cents, which other lines take.
    const limits = limitsOfInvoice(ofRate, open);
    for (const part of others) {
      const credited = sum(ofRate.map((creditedPart) => nets.get(creditedPart) ?? 0));
      const creditable = Math.min(limits.most, Math.max(limits.least, credited));
      nets.set(part, limitedNet((nets.get(part) ?? 0) + creditable - credited, part));
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

/** Returns the least and the most net of a credit so that the invoice keeps a net and a VAT of at least 0; equal when all of it is credited. */
function limitsOfInvoice(parts: readonly Part[], open: readonly OpenLine[]): { least: Cents; most: Cents } {
  const rate = parts[0]?.line.vatPercent;
  const ofRate = open.filter(({ vatPercent }) => vatPercent === rate);
  const most = sum(ofRate.map(({ netCents }) => netCents));
  const leftCents = sum(ofRate.map(({ grossCents }) => grossCents)) - sum(parts.map(({ grossCents }) => grossCents));
  return { least: most - leftCents, most };
}

const sum = (cents: readonly Cents[]): Cents => cents.reduce((total, one) => total + one, 0);

/** Limits a net so that the line keeps a net and a VAT of at least 0. */
function limitedNet(netCents: Cents, { line, grossCents }: Part): Cents {
  const least = grossCents - line.vatCents;
  return Math.min(line.netCents, Math.max(least, netCents));
}
