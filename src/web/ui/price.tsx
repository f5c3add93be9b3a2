import { formatMoney, toCents } from '../../shop/money.ts';
import { useShopLocale } from '../words.tsx';

/** An amount in euros as the visitor's language writes it. */
export function Price({ euros, className = '' }: { euros: number; className?: string }) {
  return (
    <span className={`tabular whitespace-nowrap ${className}`}>{formatMoney(toCents(euros), useShopLocale())}</span>
  );
}
