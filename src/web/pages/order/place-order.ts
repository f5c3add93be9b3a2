import type { PlacedAnswer } from '../../../shop/order/order-view.ts';
import { ApiError, callApi, isDefinite } from '../../api-client.ts';
import { deviceId } from '../../stores/device-id.ts';
import { closeAttempt, type OrderAttempt } from './order-attempt.ts';

/** Sends an order. Throws ApiError; after an answer that leaves nothing open the attempt is forgotten. */
export async function sendOrder(apiBase: string, { key, body }: OrderAttempt): Promise<PlacedAnswer> {
  const device = deviceId();
  try {
    const answer = await callApi<PlacedAnswer>(apiBase, '/v1/orders', {
      method: 'POST',
      body,
      headers: { 'Idempotency-Key': key, ...(device && { 'Device-Id': device }) },
    });
    closeAttempt();
    return answer;
  } catch (error) {
    if (error instanceof ApiError && isDefinite(error)) closeAttempt();
    throw error;
  }
}
