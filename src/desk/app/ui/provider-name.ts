import type { ClearingProvider } from '../../../shop/books/accounts/clearing.ts';
import { isOffline } from '../../../shop/payment/payment-methods.ts';
import { useTexts } from '../client/texts.tsx';

export const providerNames: Record<ClearingProvider, string> = { montonio: 'Montonio', stripe: 'Stripe' };

const nameById = new Map<string, string>(Object.entries(providerNames));

export function useProviderName(): (provider: string) => string {
  const t = useTexts('units');
  return (provider) => {
    if (isOffline(provider)) return t(`provider.${provider}`);
    return nameById.get(provider) ?? provider;
  };
}
