import type { ClearingProvider } from '../../../shop/books/accounts/clearing.ts';
import { useTexts } from '../client/texts.tsx';

export const providerNames: Record<ClearingProvider, string> = { montonio: 'Montonio', stripe: 'Stripe' };

export function useProviderName(): (provider: string) => string {
  const t = useTexts('units');
  return (provider) => {
    if (provider === 'bank_transfer' || provider === 'pay_at_branch') return t(`provider.${provider}`);
    return Object.entries(providerNames).find(([id]) => id === provider)?.[1] ?? provider;
  };
}
