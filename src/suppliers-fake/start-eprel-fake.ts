import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type ExportFault, zippedExport } from './eprel-export.ts';
import { fakePdf, fakePng, fakeSvg } from './eprel-files.ts';
import { listen } from './listen.ts';

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

/** `slow`: no answer; `html`: a page with status 200, also for searches that find the registration. Only for files: `bad-files`: such a page; `failing-files`: status 500. */
export type Fault = 'slow' | 'html' | 'no-files' | 'bad-files' | 'failing-files' | 'deleted';

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

/** Matches `/api/products/tyres/381667`, `/labels/tyres/Label_381667.png` and `/fiches/tyres/Fiche_381667_ET.pdf`. */
const registrationPath =
  /^\/(?:api\/products\/tyres\/(?<id>\d+)|labels\/tyres\/Label_(?<id>\d+)\.(?<labelType>\w+)|fiches\/tyres\/Fiche_(?<id>\d+)_(?<language>\w+)\.pdf)$/;

/** Starts a fake of EPREL, the EU's tire label register: registrations, search, export, labels, information sheets. */
export async function startEprelFake({ registrations = [], key, labels: labelFileType = 'png', port }: Options = {}) {
  const byId = new Map(registrations.map((registration) => [registration.id, registration]));
  const faults = new Map<number, Fault>();
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  let refusal: Answer | null = null;
  let exportFault: ExportFault | null = null;

  const answerTo = async (url: URL, headers: IncomingHttpHeaders): Promise<Answer | null> => {
    if (refusal) return refusal;
    if (url.pathname === '/api/products/tyres') {
      if (key !== undefined && headers['x-api-key'] !== key) return json({ message: 'Forbidden' }, 403);
      const hits = hitsOf([...byId.values()], url.searchParams);
      return hits.some(({ id }) => faults.get(id) === 'html') ? html(200) : json(pageOf(hits, url.searchParams));
    }
    if (url.pathname === '/api/exportProducts/tyres') {
      if (key === undefined || headers['x-api-key'] !== key) return json({ message: 'Forbidden' }, 403);
      const body = await zippedExport([...byId.values()].map(jsonOf), exportFault);
      return { status: 200, type: 'application/zip', body };
    }
    const { id, labelType, language } = registrationPath.exec(url.pathname)?.groups ?? {};
    const registration = byId.get(Number(id));
    const fault = faults.get(Number(id));
    if (fault === 'slow') return null;
    if (fault === 'html') return html(200);
    if (!registration || fault === 'deleted') return notFound;
    if (language) return fileFault(fault) ?? sheetAnswer(registration, language);
    if (labelType && labelType !== labelFileType) return fileFault(fault) ?? notFound;
    if (labelType) return fileFault(fault) ?? labelAnswer(registration, labelFileType);
    const answer = json(jsonOf(registration));
    const etag = `"${hash('sha256', answer.body)}"`;
    if (headers['if-none-match'] === etag) return { status: 304, type: 'application/json', body: '' };
    return { ...answer, headers: { etag } };
  };

  const server = await listen(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    requests.push({ path: url.pathname + url.search, headers: request.headers });
    const answer = await answerTo(url, request.headers);
    if (answer) response.writeHead(answer.status, { 'content-type': answer.type, ...answer.headers }).end(answer.body);
  }, port);
  return {
    ...server,
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
      const headers: Answer['headers'] = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      refusal = status === null ? null : { ...json({ message: 'refused' }, status), headers };
    },
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

function fileFault(fault: Fault | undefined): Answer | null {
  if (fault === 'no-files') return notFound;
  if (fault === 'bad-files') return html(200);
  return fault === 'failing-files' ? html(500) : null;
}

function sheetAnswer(registration: Registration, language: string): Answer {
  if (language !== 'ET' && language !== 'EN') return notFound;
  const body = fakePdf(`${language} FAKE EPREL ${registration.id}: ${linesOf(registration).join(', ')}`);
  return { status: 200, type: 'application/pdf', body };
}

function labelAnswer(registration: Registration, fileType: 'png' | 'svg'): Answer {
  const lines = linesOf(registration);
  if (fileType === 'svg') return { status: 200, type: 'image/svg+xml', body: fakeSvg({ id: registration.id, lines }) };
  const shadeFromTextLength = lines.join(',').length;
  return { status: 200, type: 'image/png', body: fakePng(shadeFromTextLength) };
}

function linesOf(registration: Registration): string[] {
  const { manufacturer, model, size, load, speed, fuel, wet, noiseDb, noiseClass, snow, ice } = registration;
  return [
    `${manufacturer} ${model}`,
    `${size} ${load}${speed}`,
    `fuel ${fuel}, wet ${wet}`,
    `${noiseDb} dB ${noiseClass}${snow ? ', snow' : ''}${ice ? ', ice' : ''}`,
  ];
}
