import { type Detail, detail, detailText } from '../../alerts/alert-detail.ts';
import type { StockDrift } from '../settle/holds.server.ts';
import type { Alert } from './alerts.server.ts';

const maxDetails = 20;

export function alertOf<T>(kind: Alert['kind'], items: readonly T[], describe: (item: T) => Detail): Alert {
  const parts = items.slice(0, maxDetails).map(describe);
  const alert = { kind, subject: '', count: items.length, details: parts.map(detailText) };
  const needsTranslation = parts.flat().some((part) => typeof part === 'object');
  return needsTranslation ? { ...alert, parts } : alert;
}

export function driftDetail({ tireId, place, count, counted, expected }: StockDrift): Detail {
  return detail`${{ tire: tireId }} ${place}: ${count} ${counted} ≠ ${expected}`;
}
