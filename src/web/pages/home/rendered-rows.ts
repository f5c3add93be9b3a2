import { createContext } from 'react';
import type { Product } from '../../../shop/catalog/tire.ts';
import type { Comparing } from './comparing.ts';

/** Rows as markup, byte for byte what `TireRow` becomes. */
export type RenderRows = (tires: readonly Product[], comparing: Comparing) => string;

/** On the server rows are not rendered again for every list that shows them; browsers have none of it. */
export const RenderedRows = createContext<RenderRows | null>(null);
