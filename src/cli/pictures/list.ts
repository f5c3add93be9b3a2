import { type ListedPhoto, listPhotos } from '../../shop/catalog/photos/photos.server.ts';
import { noArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

const help = `Lists the photographs of tires: the model that each shows, its source, licence and last day, where it may be shown besides pages, and the
number of tires on sale that it belongs to.

  --all   also lists photographs that are no longer shown, and why
  --json  prints JSON

  npm run shop -- pictures list`;

export const picturesList: Command = {
  summary: 'Lists the photographs of tires, with their licences.',
  usage: '[--all] [--json]',
  help,
  options: { all: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(call) {
    noArguments(call);
    const photos = await withDatabase(call.io, ({ kysely }) => listPhotos(kysely, { ended: call.values.all === true }));
    const headings = ['id', 'model', 'source', 'licence', 'until', 'also in', 'tires', 'ended'];
    print(call, { pictures: photos.map(toJson) }, table(headings, photos.map(cellsOf), 'No photographs.'));
    return 0;
  },
};

const whyEnded = { 'licence-over': 'licence over', removed: 'removed', replaced: 'replaced' };

function cellsOf(photo: ListedPhoto) {
  const { id, supplier, source, licence, until, in_feed: feed, in_preview: preview, tires, ended_because: why } = photo;
  const uses = [feed && 'feeds', preview && 'previews'].filter(Boolean).join(', ');
  return [String(id), modelOf(photo), supplier ?? source, licence, until ?? '', uses, tires, why ? whyEnded[why] : ''];
}

function modelOf({ manufacturer_id: manufacturer, model, season, studs, runflat }: ListedPhoto): string {
  const studsText = studs === 'none' ? '' : `, ${studs}`;
  return `${manufacturer} ${model} (${season.replace('_', ' ')}${studsText}${runflat ? ', run-flat' : ''})`;
}

function toJson(photo: ListedPhoto) {
  const { manufacturer_id: manufacturer, in_feed: feed, in_preview: preview, ...rest } = photo;
  const { added_at: addedAt, added_by: addedBy, ended_at: endedAt, ended_by: endedBy, ended_because, ...others } = rest;
  return { ...others, manufacturer, feed, preview, addedAt, addedBy, endedAt, endedBy, endedBecause: ended_because };
}
