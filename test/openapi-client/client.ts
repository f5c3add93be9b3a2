import type { paths } from './api.ts';

type Get<Path extends keyof paths> = paths[Path] extends { get: infer Call } ? Call : never;
type Query = NonNullable<Get<'/api/v1/products'> extends { parameters: { query?: infer Value } } ? Value : never>;
type Answer =
  Get<'/api/v1/products'> extends { responses: { 200: { content: { 'application/json': infer Value } } } }
    ? Value
    : never;

/** The first client that a partner writes: the list of tires, typed by the description alone. */
export async function tires(origin: string, query: Query): Promise<Answer> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  const response = await fetch(`${origin}/api/v1/products?${search}`);
  return (await response.json()) as Answer;
}

export async function cheapest(origin: string): Promise<number | undefined> {
  const { items } = await tires(origin, { season: 'winter_friction', sort: 'price' });
  return items[0]?.price;
}

// @ts-expect-error: there is no such season
export const unknownSeason: Query = { season: 'spring' };
