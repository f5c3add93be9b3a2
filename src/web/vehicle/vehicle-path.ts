import { type Locale, localeIds, localizedPath } from '../../shop/locale.ts';

/** The path of the search by car, which is no page of the sitemap: it has no script, and exists only while the shop has a list of cars. */
export const vehiclePath = (locale: Locale) => localizedPath('/vehicle', locale);

export const isVehiclePath = (path: string) => localeIds.some((locale) => vehiclePath(locale) === path);
