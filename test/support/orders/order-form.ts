import { randomUUID } from 'node:crypto';

/** The request body of a valid order for four tires `tire`, with a new e-mail address. */
export function form(changes: Record<string, unknown> = {}) {
  return {
    locale: 'en',
    customer: { name: 'Mari Maasikas', email: `buyer-${randomUUID()}@example.com`, phone: '+372 5123 4567' },
    company: null,
    branch: 'ringtee',
    fulfilment: 'pickup',
    plate: null,
    paymentMethod: 'pay_at_branch',
    items: [{ id: 'tire', count: 4, price: 79.9 }],
    note: '',
    acceptTerms: true,
    ...changes,
  };
}

/** Order lines; the price is 79.90 € by default. */
export const items = (...lines: [id: string, count: number, price?: number][]) =>
  lines.map(([id, count, price = 79.9]) => ({ id, count, price }));
