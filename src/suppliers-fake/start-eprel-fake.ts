import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ExportFault, zippedExport } from './eprel-export.ts';
import { fakePdf, fakePng, fakeSvg } from './eprel-files.ts';

/** A registration, with the fields of EPREL's JSON that a shop may read. */
export type Registration = {
  id: number;
  manufacturer: string;
  model: string;
  size: string;
  load: string;
  speed: string;
  xl?: boolean;
  tyreClass?: 'C1' | 'C2' | 'C3';
  fuel: string;
  wet: string;
  noiseDb: number;
  noiseClass: string;
  snow?: boolean;
  ice?: boolean;
  blocked?: boolean;
};

/** How the fake answers requests for one registration and its files. */
export type Fault =
  | 'slow' // never answers
  | 'html' // sends a page with status 200, also to a search that finds the registration
  | 'no-files' // has neither a label nor product information sheets
  | 'bad-files' // sends a page with status 200 in place of a file
  | 'failing-files' // sends status 500 in place of a file
  | 'deleted'; // sends status 404

/** `key`: required by the search and the export; absent: the export is refused. `labels`: the file type of labels. */
type Options = { registrations?: readonly Registration[]; key?: string; labels?: 'png' | 'svg'; port?: number };

type Answer = { status: number; type: string; body: string | Buffer; headers?: Record<string, string> };

const json = (body: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
const html = (status: number): Answer => ({
  status,
  type: 'text/html',
  body: '<!doctype html><html><body><h1>EPREL</h1></body></html>',
});
const notFound = json({ message: 'not found' }, 404);

/** Starts a fake of EPREL, the EU's register of tire labels: one registration by id, search, the export, labels, product information sheets. */
export async function startEprelFake({ registrations = [], key, labels = 'png', port = 0 }: Options = {}) {
  const byId = new Map(registrations.map((registration) => [registration.id, registration]));
  const faults = new Map<number, Fault>();
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  let refusal: { status: 403 | 429; retryAfter: string | undefined } | null = null;
  let exportFault: ExportFault | null = null;

  const answerTo = (url: URL, headers: IncomingMessage['headers']): Answer | null | Promise<Answer> => {
    if (refusal)
      return {
        ...json({ message: 'refused' }, refusal.status),
        ...(refusal.retryAfter && { headers: { 'retry-after': refusal.retryAfter } }),
      };
    if (url.pathname === '/api/products/tyres') {
      if (key !== undefined && headers['x-api-key'] !== key) return json({ message: 'Forbidden' }, 403);
      const hits = hitsOf([...byId.values()], url.searchParams);
      return hits.some(({ id }) => faults.get(id) === 'html') ? html(200) : json(pageOf(hits, url.searchParams));
    }
    if (url.pathname === '/api/exportProducts/tyres') {
      if (key === undefined || headers['x-api-key'] !== key) return json({ message: 'Forbidden' }, 403);
      return zippedExport([...byId.values()].map(jsonOf), exportFault).then((body) => ({
        status: 200,
        type: 'application/zip',
        body,
      }));
    }
    // `/api/products/tyres/381667`, `/labels/tyres/Label_381667.png` or `/fiches/tyres/Fiche_381667_ET.pdf`.
    const [, filePrefix, digits, extensionOrLanguage] =
      /^\/(?:api\/products|labels|fiches)\/tyres\/(Label_|Fiche_)?(\d+)(?:[._]([A-Za-z]+)(?:\.pdf)?)?$/.exec(
        url.pathname,
      ) ?? [];
    const registration = byId.get(Number(digits));
    const fault = faults.get(Number(digits));
    if (fault === 'slow') return null;
    if (fault === 'html') return html(200);
    if (!registration || fault === 'deleted') return notFound;
    if (filePrefix !== undefined) return fileAnswer(registration, fault, extensionOrLanguage ?? '', labels);
    const answer = json(jsonOf(registration));
    const etag = `"${hash('sha256', answer.body)}"`;
    if (headers['if-none-match'] === etag) return { status: 304, type: 'application/json', body: '' };
    return { ...answer, headers: { etag } };
  };

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    requests.push({ path: url.pathname + url.search, headers: request.headers });
    const answer = await answerTo(url, request.headers);
    if (answer) response.writeHead(answer.status, { 'content-type': answer.type, ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    register(registration: Registration): void {
      byId.set(registration.id, registration);
    },
    unregister(id: number): void {
      byId.delete(id);
    },
    plan(id: number, fault: Fault | null): void {
      if (fault) faults.set(id, fault);
      else faults.delete(id);
    },
    planExport(fault: ExportFault | null): void {
      exportFault = fault;
    },
    /** Refuses every request until `refuse(null)` is called. `retryAfter`: seconds or an HTTP date. */
    refuse(status: 403 | 429 | null, retryAfter?: string): void {
      refusal = status === null ? null : { status, retryAfter };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function jsonOf(registration: Registration): object {
  const [single, twin] = registration.load.split('/');
  return {
    eprelRegistrationNumber: `${registration.id}`,
    productGroup: 'tyres',
    supplierOrTrademark: registration.manufacturer,
    modelIdentifier: `T${registration.id}`,
    additionalDetails: { commercialName: registration.model },
    sizeDesignation: registration.size,
    loadCapacityIndex: single,
    loadCapacityIndex2: twin ?? null,
    speedCategorySymbol: registration.speed,
    loadCapacityIndicator: registration.xl ? 'XL' : 'SL',
    tyreClass: registration.tyreClass ?? 'C1',
    energyClass: registration.fuel,
    wetGripClass: registration.wet,
    externalRollingNoiseValue: registration.noiseDb,
    externalRollingNoiseClass: registration.noiseClass,
    severeSnowTyre: registration.snow ?? false,
    iceTyre: registration.ice ?? false,
    status: 'PUBLISHED',
    blocked: registration.blocked ?? false,
    // The real answer has contacts of the supplier too, which a shop has no use for.
    contactDetails: { email: 'info@tires.example' },
  };
}

function hitsOf(registrations: readonly Registration[], query: URLSearchParams): Registration[] {
  const [manufacturer, size] = [query.get('supplierOrTrademark'), query.get('sizeDesignation')];
  return registrations.filter(
    (registration) =>
      (!manufacturer || registration.manufacturer.toLowerCase() === manufacturer.toLowerCase()) &&
      (!size || registration.size.replaceAll(' ', '') === size),
  );
}

/** Like the real EPREL, returns at most 100 registrations on a page and ignores unknown filters. */
function pageOf(hits: readonly Registration[], query: URLSearchParams): object {
  const limit = Math.min(Number(query.get('_limit') ?? 25), 100);
  const first = (Number(query.get('_page') ?? 1) - 1) * limit;
  return { size: hits.length, offset: first, hits: hits.slice(first, first + limit).map(jsonOf) };
}

function fileAnswer(
  registration: Registration,
  fault: Fault | undefined,
  extensionOrLanguage: string,
  labels: 'png' | 'svg',
): Answer {
  if (fault === 'no-files') return notFound;
  if (fault === 'bad-files') return html(200);
  if (fault === 'failing-files') return html(500);
  const { id, manufacturer, model, size, load, speed, fuel, wet, noiseDb, noiseClass, snow, ice } = registration;
  const classes = [
    `fuel ${fuel}, wet ${wet}`,
    `${noiseDb} dB ${noiseClass}${snow ? ', snow' : ''}${ice ? ', ice' : ''}`,
  ];
  const lines = [`${manufacturer} ${model}`, `${size} ${load}${speed}`, ...classes];
  if (extensionOrLanguage === 'ET' || extensionOrLanguage === 'EN')
    return {
      status: 200,
      type: 'application/pdf',
      body: fakePdf(`${extensionOrLanguage} FAKE EPREL ${id}: ${lines.join(', ')}`),
    };
  if (extensionOrLanguage !== labels) return notFound;
  const shade = lines.join(',').length; // other texts usually give another picture
  return extensionOrLanguage === 'png'
    ? { status: 200, type: 'image/png', body: fakePng(shade) }
    : { status: 200, type: 'image/svg+xml', body: fakeSvg({ id, lines }) };
}
