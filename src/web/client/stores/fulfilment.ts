import { create } from 'zustand';
import type { OrderForm } from '../../../shop/checkout/place/order-form.ts';

type FulfilmentStore = { fulfilment: OrderForm['fulfilment'] | undefined };

/** Collection or fitting, as chosen in the cart; the order form preselects it. Lost when the document is left. */
export const useFulfilment = create<FulfilmentStore>()(() => ({ fulfilment: undefined }));
