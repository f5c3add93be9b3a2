import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import type { FitmentProvider, Vehicle } from '../../shop/catalog/vehicles/fitments.ts';
import { tiresInSizes } from '../../shop/catalog/vehicles/tires-for-set.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { type Locale, localeIds } from '../../shop/locale.ts';
import { contentSecurityPolicy } from '../document/content-security-policy.server.ts';
import { queryOf, registerPlainPages } from '../plain-pages/plain-pages.server.ts';
import { vehiclePath } from '../sitemap.ts';
import { VehiclePage } from './vehicle-page.tsx';
import { vehicleStyle } from './vehicle-style.ts';

/** Per minute and client address. Without a limit, a program could copy a licensed list of cars. */
const requestsPerMinute = 60;

export type VehiclePageOptions = {
  provider: FitmentProvider;
  catalogue: CatalogueStore;
  shopConfig: ShopConfig;
  origin: string;
  isRateLimited: boolean;
};

/** `/vehicle`: forms that lead from a car to its tire sizes. Answers 404 while the shop has no list of cars. */
export const vehiclePage: FastifyPluginAsync<VehiclePageOptions> = async (
  app,
  { provider, catalogue, shopConfig, origin, isRateLimited },
) => {
  await registerPlainPages(app, {
    requestsPerMinute: isRateLimited ? requestsPerMinute : null,
    languages: localeIds,
    style: vehicleStyle,
  });
  for (const locale of localeIds) {
    app.get(vehiclePath(locale), { config: { queue: 'catalogue' } }, (request, reply) => send(locale, request, reply));
  }

  async function send(locale: Locale, request: FastifyRequest, reply: FastifyReply) {
    const { tires, hasVehicles } = catalogue.current();
    if (!hasVehicles) return reply.callNotFound();
    const query = queryOf(request);
    const selection = await selectionOf(query);
    const sets = selection.vehicle ? await provider.fitments(selection.vehicle) : null;
    const search = query.size > 0 ? `?${query}` : '';
    const content = createElement(VehiclePage, {
      shopConfig,
      origin,
      locale,
      search,
      selection,
      sets,
      tires: tiresInSizes(tires, sets ?? []),
    });
    const html = `<!DOCTYPE html>${renderToStaticMarkup(content)}`;
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'public, no-cache',
        'content-security-policy': contentSecurityPolicy(html),
        ...(search && { 'x-robots-tag': 'noindex' }),
      })
      .send(html);
  }

  /** Follows the chosen values that the list knows. A generation or engine without alternatives needs no choice. */
  async function selectionOf(query: URLSearchParams): Promise<CarSelection> {
    const steps: Step[] = [];
    const ask = (name: Step['name'], choices: readonly string[]) => {
      const chosen = choices.find((choice) => choice === query.get(name)) ?? null;
      steps.push({ name, choices, chosen });
      return chosen;
    };
    const make = ask('make', await provider.makes());
    if (make === null) return { steps, vehicle: null };
    const model = ask('model', await provider.models(make));
    if (model === null) return { steps, vehicle: null };
    let vehicles = await provider.vehicles(make, model);
    for (const name of ['generation', 'engine'] as const) {
      const choices = [...new Set(vehicles.map((vehicle) => vehicle[name]))];
      const chosen = choices.length > 1 ? ask(name, choices) : choices[0];
      if (chosen === null) return { steps, vehicle: null };
      vehicles = vehicles.filter((vehicle) => vehicle[name] === chosen);
    }
    return { steps, vehicle: vehicles[0] ?? null };
  }
};

export type Step = { name: keyof Vehicle; choices: readonly string[]; chosen: string | null };

/** `steps`: the forms to show; the last form may be unanswered. `vehicle`: the car, once all forms are answered. */
export type CarSelection = { steps: readonly Step[]; vehicle: Vehicle | null };
