import type { KnownData } from '../known.ts';
import { type Chance, uuid } from './chance.ts';
import { type Draft, encoded, getDraft } from './draft.ts';
import { oddText } from './odd-texts.ts';
import { branch, fittingTime, page, queryNames } from './pages.ts';

type MakeDraft = (known: KnownData, chance: Chance) => Draft;

const split = (text: string) => text.split(' ');

const tireImage: MakeDraft = ({ tires }, chance) => {
  const { id, image } = chance.pick(tires);
  const known = chance.pick([image, image, `${image}.png`, image.replace('.svg', '.png'), `/labels/${id}.svg`]);
  const folder = chance.pick(split('/tires/ /tires/summer/ /labels/ /og/'));
  const odd =
    folder + encoded(oddText(chance), { encodesAll: chance.happens(0.7) }) + chance.pick(split('.svg .png .svg.png'));
  const query: Draft['query'] = chance.happens(0.2) ? [['v', oddText(chance)]] : [];
  return getDraft('pictures', chance.happens(0.6) ? known : odd, query);
};

const files = [
  '/robots.txt /favicon.ico /favicon.svg /index.html /.vite/manifest.json /.env /sitemap.xml /sitemap-pages.xml',
  '/sitemap-sizes.xml /sitemap-tires-1.xml /sitemap-tires-99.xml /sitemap-tires-__proto__.xml /feeds/google-ee.xml',
  '/feeds/google-en.xml /feeds/google-ru.xml /feeds/google-__proto__.xml /_payload.json /en/_payload.json',
  '/ru/faq/_payload.json /product/_payload.json /builds/latest.json /builds/meta/x.json /builds/..%2f..%2f',
  '/assets/../../../package.json /assets/..%2f..%2fserver%2fserver.js',
].flatMap(split);

const file: MakeDraft = (known, chance) => {
  const path = chance.pick([...known.files, ...files]);
  const query: Draft['query'] = chance.happens(0.2) ? [['v', oddText(chance)]] : [];
  return getDraft('files', chance.happens(0.15) ? path + encoded(oddText(chance), { encodesAll: true }) : path, query);
};

const docsPaths = split(
  '/api/docs /api/docs/ /api/docs/static/index.html /api/docs/json /api/docs/yaml /api/v1/openapi.json',
);

const docs: MakeDraft = (_known, chance) => {
  const odd = () => `/api/docs/static/${encoded(oddText(chance), { encodesAll: chance.happens(0.5) })}`;
  return getDraft('/api/docs', chance.happens(0.2) ? odd() : chance.pick(docsPaths), []);
};

const paymentReturn: MakeDraft = ({ orders }, chance) => {
  const payments = chance.pick(orders).payments.map(({ id }) => id);
  const id = chance.pick([...payments, uuid(chance), oddText(chance)]);
  const query: Draft['query'] = chance.happens(0.4) ? [['order-token', oddText(chance)]] : [];
  return getDraft(
    '/api/v1/payments/return/{id}',
    `/api/v1/payments/return/${encoded(id, { encodesAll: true })}`,
    query,
  );
};

const prefixes = split('/ /en/ /ru/ /api/ /api/v1/ /health/ /metrics /product/ // /\\ /api/v1/orders/');

const unknownPath: MakeDraft = (_known, chance) => {
  const path =
    chance.pick(prefixes) +
    encoded(oddText(chance), { encodesAll: chance.happens(0.5) }) +
    chance.pick(['', '/', '//']);
  const query: Draft['query'] = chance.happens(0.3) ? [[chance.pick(queryNames), oddText(chance)]] : [];
  return getDraft('anything else', path, query);
};

const kinds: readonly MakeDraft[] = [
  page,
  page,
  page,
  page,
  branch,
  branch,
  fittingTime,
  fittingTime,
  tireImage,
  file,
  docs,
  paymentReturn,
  unknownPath,
];

/** A request for a URL outside the OpenAPI document: pages, images, files, the branches' page, and unknown paths. */
export function outsideDocument(known: KnownData, chance: Chance): Draft {
  return chance.pick(kinds)(known, chance);
}
