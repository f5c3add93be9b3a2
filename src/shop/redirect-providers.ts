/** Providers that take payments on their own pages, and hold the money until they pay it out. */
export const redirectProviderIds = ['montonio', 'stripe'] as const;

export type RedirectProviderId = (typeof redirectProviderIds)[number];

export function isRedirectProvider(id: string): id is RedirectProviderId {
  return redirectProviderIds.some((known) => known === id);
}
