import type { DesignColumns } from '../../database/tables/catalogue-tables.ts';
import { countOffers, type OfferCounts } from '../../shop/catalog/photos/fetching/offers.server.ts';
import { type ListedPhoto, listPhotos, pinnedDrawings } from '../../shop/catalog/photos/list-photos.server.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const picturesList: Command = {
  summary: 'Lists the photographs of tires, with their licences.',
  usage: '[--all] [--json]',
  help: `Lists the photographs of tires: the model that each shows, its source, licence and last day, where it may be shown besides pages, and the
number of tires on sale that it belongs to. Then lists the models that show the drawing because somebody pinned it or because
the pinned photograph has ended, and how many pictures in suppliers' lists were shown, refused or not fetched.

  --all   also lists photographs that are no longer shown, and why
  --json  prints JSON

  npm run shop -- pictures list`,
  async run(call) {
    const [photos, drawings, offers] = await withDatabase(call.io, ({ kysely }) =>
      Promise.all([
        listPhotos(kysely, { includeEnded: call.values.all === true }),
        pinnedDrawings(kysely),
        countOffers(kysely),
      ]),
    );
    const pinned = drawings.map((design) => ({ ...design, model: modelOf(design) }));
    const headings = ['id', 'model', 'source', 'licence', 'until', 'also in', 'tires', 'ended'];
    print(call, { pictures: photos.map(toJson), pinnedDrawings: pinned.map(({ model }) => model), offers }, [
      ...table(headings, photos.map(cellsOf), 'No photographs.'),
      ...pinned.map(({ model }) => `Pinned to the drawing: ${model}`),
      ...offers.map(offerLine),
    ]);
  },
};

/** `removed`: this photograph alone; `dropped`: with all photographs of its supplier. */
const whyEnded = {
  'licence-over': 'licence over',
  removed: 'removed',
  replaced: 'replaced',
  dropped: 'dropped',
  placeholder: 'only a placeholder',
};

function offerLine({ supplier, result, reason, count }: OfferCounts): string {
  return `Pictures of ${supplier}: ${count} ${result ?? 'not fetched yet'}${reason ? ` (${reason})` : ''}`;
}

function cellsOf(photo: ListedPhoto) {
  const { id, supplier, source, licence, until, in_feed: feed, in_preview: preview, tires, ended_because: why } = photo;
  const model = `${modelOf(photo)}${photo.pinned ? ', pinned' : ''}`;
  const uses = [feed && 'feeds', preview && 'previews'].filter(Boolean).join(', ');
  return [String(id), model, supplier ?? source, licence, until ?? '', uses, tires, why ? whyEnded[why] : ''];
}

function modelOf({ manufacturer_id: manufacturer, model, season, studs, runflat }: DesignColumns): string {
  const studsText = studs === 'none' ? '' : `, ${studs}`;
  return `${manufacturer} ${model} (${season.replace('_', ' ')}${studsText}${runflat ? ', run-flat' : ''})`;
}

function toJson(photo: ListedPhoto) {
  const {
    manufacturer_id: manufacturer,
    in_feed: feed,
    in_preview: preview,
    added_at: addedAt,
    added_by: addedBy,
    ended_at: endedAt,
    ended_by: endedBy,
    ended_because: endedBecause,
    ...columns
  } = photo;
  return { ...columns, manufacturer, feed, preview, addedAt, addedBy, endedAt, endedBy, endedBecause };
}
