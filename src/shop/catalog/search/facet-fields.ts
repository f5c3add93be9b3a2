import { filterFields } from '../filter.ts';
import { markFields } from './columns.ts';

/** Every filter of which an answer says what is possible: the five of the specification, and more. */
export const facetFields = [
  ...filterFields,
  'load',
  'speed',
  'fuel',
  'wet',
  'noise',
  ...markFields,
  'branch',
  'price',
] as const;
export type FacetField = (typeof facetFields)[number];
