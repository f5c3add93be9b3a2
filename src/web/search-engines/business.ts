import { hoursOf } from '../../shop/calendar.ts';
import type { Branch, Hours, PublicConfig } from '../../shop/config/shop-config.ts';
import { localeIds, locales } from '../../shop/locale.ts';

type JsonLdNode = Record<string, unknown>;

const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
/** The notation of schema.org for a day without opening hours. */
const closed: Hours = { opens: '00:00', closes: '00:00' };

export function organization(shopConfig: PublicConfig, origin: string): JsonLdNode {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: shopConfig.name,
    legalName: shopConfig.legalName,
    vatID: shopConfig.vatNumber,
    url: `${origin}/`,
    logo: `${origin}/favicon.svg`,
    email: shopConfig.email,
    telephone: shopConfig.phones,
    address: shopConfig.address,
    subOrganization: shopConfig.branches.map((branch) => ({ '@id': branchNodeId(branch, origin) })),
  };
}

export function website(shopConfig: PublicConfig, origin: string): JsonLdNode {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: shopConfig.name,
    url: `${origin}/`,
    inLanguage: localeIds.map((id) => locales[id].language),
    publisher: { '@id': `${origin}/#organization` },
  };
}

/** Describes the branches as schema.org AutoRepair. Weekends that are open only by booking have no opening hours. */
export function branches(shopConfig: PublicConfig, origin: string): JsonLdNode[] {
  const { name, email } = shopConfig;
  return shopConfig.branches.map((branch) => ({
    '@type': ['AutoRepair', 'TireShop'],
    '@id': branchNodeId(branch, origin),
    name: `${name} ${branch.name}`,
    url: `${origin}/`,
    image: `${origin}/og/shop.jpg`,
    email,
    telephone: branch.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: branch.street,
      postalCode: branch.postalCode,
      addressLocality: branch.city,
      addressCountry: 'EE',
    },
    geo: { '@type': 'GeoCoordinates', ...branch.position },
    hasMap: branch.map,
    currenciesAccepted: 'EUR',
    ...openingHours(hoursOf(shopConfig, branch.id)),
    parentOrganization: { '@id': `${origin}/#organization` },
  }));
}

function openingHours({ weekdays, saturdays, exceptions }: PublicConfig['hours']): JsonLdNode {
  const week = { '@type': 'OpeningHoursSpecification', dayOfWeek: workdays, ...weekdays };
  return {
    openingHoursSpecification: saturdays ? [week, { ...week, dayOfWeek: ['Saturday'], ...saturdays }] : week,
    specialOpeningHoursSpecification: Object.entries(exceptions).map(([day, hours]) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: day,
      validThrough: day,
      ...(hours ?? closed),
    })),
  };
}

export function breadcrumbs(steps: readonly { name: string; item: string }[]): JsonLdNode {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

function branchNodeId({ id }: Branch, origin: string): string {
  return `${origin}/#branch-${id}`;
}
