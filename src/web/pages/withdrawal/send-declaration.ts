import type { AcknowledgementAnswer } from '../../../shop/checkout/withdrawal-form.ts';
import { ApiError, callApi } from '../../api-client.ts';
import type { Declared } from './withdrawal-fields.ts';

/** That a declaration has arrived. `known`: its order too, so that a letter says the same. */
export type Acknowledgement = AcknowledgementAnswer & { known: boolean };

/** Hands in a declaration; a token that opens nothing stands in nobody's way. Throws ApiError. */
export async function sendDeclaration(apiBase: string, declared: Declared, token: string): Promise<Acknowledgement> {
  const { number, email: _, ...body } = declared;
  if (token) {
    try {
      const path = `/v1/orders/${encodeURIComponent(number)}/withdrawal`;
      const headers = { 'Order-Token': token };
      return {
        ...(await callApi<AcknowledgementAnswer>(apiBase, path, { method: 'POST', headers, body })),
        known: true,
      };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  const answer = await callApi<AcknowledgementAnswer>(apiBase, '/v1/withdrawals', { method: 'POST', body: declared });
  return { ...answer, known: false };
}
