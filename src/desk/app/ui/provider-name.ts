import type { ClearingProvider } from '../../../shop/books/accounts/clearing.ts';
import { isOffline } from '../../../shop/payment/payment-methods.ts';
import { useTexts } from '../client/texts.tsx';

export const providerNames: Record<ClearingProvider, string> = { montonio: 'Montonio', stripe: 'Stripe' };

export function useProviderName(): (provider: string) => string {
  const t = useTexts('units');
  return (provider) => {
    if (isOffline(provider)) return t(`provider.${provider}`);
    return Object.entries(providerNames).find(([id]) => id === provider)?.[1] ?? provider;
  };
}
