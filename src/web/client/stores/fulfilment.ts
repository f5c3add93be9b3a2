import { create } from 'zustand';
import type { OrderForm } from '../../../shop/checkout/place/order-form.ts';

type FulfilmentStore = { fulfilment: OrderForm['fulfilment'] | undefined };

/** Collection or fitting, as chosen in the cart; the order form preselects it. Kept in memory: a reload clears it. */
export const useFulfilment = create<FulfilmentStore>()(() => ({ fulfilment: undefined }));
