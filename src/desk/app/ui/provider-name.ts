import { isOffline } from '../../../shop/payment/payment-methods.ts';
import type { RedirectProviderId } from '../../../shop/redirect-providers.ts';
import { useTexts } from '../client/texts.tsx';

export const providerNames: Record<RedirectProviderId, string> = { montonio: 'Montonio', stripe: 'Stripe' };

const nameById = new Map<string, string>(Object.entries(providerNames));

export function useProviderName(): (provider: string) => string {
  const t = useTexts('units');
  return (provider) => {
    if (isOffline(provider)) return t(`provider.${provider}`);
    return nameById.get(provider) ?? provider;
  };
}
