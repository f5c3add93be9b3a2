import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { uploadLimits } from '../../shop/catalog/photos/photo.ts';
import { photoFolder } from '../../shop/catalog/photos/photo-files.server.ts';
import { type AddPhotoResult, addPhoto } from '../../shop/catalog/photos/photos.server.ts';
import { dayOption, oneOf, onlyArgument, operatorPath, textOption } from '../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print } from '../output.ts';
import { actorOf } from '../with-shop-context.ts';

export const picturesAdd: Command = {
  summary: 'Shows a photograph with all tires of a model.',
  usage:
    'FILE --tire TIRE [--source own|manufacturer] [--licence TEXT] [--credit TEXT] [--until DAY] [--feed] [--preview] [--json]',
  help: `Shows a photograph instead of the shop's drawing of a tire: with the tire TIRE, and with all tires of its manufacturer,
model, season, studs and run-flat mark. It replaces the model's photograph from the same source. FILE is a JPEG, PNG or
WebP file of at most 8 MB and 25 megapixels, at least 200 pixels wide and high. Its metadata, such as the place where it
was taken, are not kept.

Without --source, the photograph is your own and may be shown everywhere. A photograph of the manufacturer needs --licence, and is shown
only on pages unless --feed and --preview permit more. Where both exist, your own is shown.

  --tire TIRE       the id at the end of the tire's address
  --source SOURCE   own (the default) or manufacturer
  --licence TEXT    why you may show it: "media portal of Nokian, terms of 2026-11-02"; required for manufacturer
  --credit TEXT     is shown beside the photograph: "Nokian Tyres"
  --until DAY       the last day of the licence; the next day the drawing is back
  --feed            the licence also permits product feeds and search engines
  --preview         the licence also permits previews of shared links
  --json            prints the result as JSON

  npm run shop -- pictures add hakka.jpg --tire nokian-hakka-blue-3-205-55-r16-91v

Exit codes: 0 shown, 1 refused (nothing has changed), 2 wrong arguments.`,
  async run(call) {
    const { io } = call;
    const file = operatorPath(io, onlyArgument(call, 'file'));
    const tireId = textOption(call, 'tire');
    if (tireId === undefined) throw new UsageError('name a tire: --tire TIRE');
    const licenceTerms = licenceTermsOf(call);
    const bytes = await readPhotograph(file);
    const folder = photoFolder(resolve(readConfig(io.env).dataDir));
    const by = { actor: actorOf(io), now: io.now() };
    const added = await withDatabase(io, ({ kysely }) =>
      addPhoto(kysely, folder, { tireId, bytes, ...licenceTerms, ...by }),
    );
    if (!added.ok) throw new NotDone(added.reason, refusalText(added.reason, tireId));
    print(call, added, [
      `Added photograph ${added.photo}${added.replaced ? ', which replaces an earlier one' : ''}, shown with ${counted(added.tires, 'tire')} on sale.`,
    ]);
  },
};

function licenceTermsOf(call: Call) {
  const source = oneOf(textOption(call, 'source'), ['own', 'manufacturer'], 'source') ?? 'own';
  const isOwn = source === 'own';
  const licence = textOption(call, 'licence') ?? (isOwn ? 'own photograph' : undefined);
  if (licence === undefined) throw new UsageError('a photograph of the manufacturer needs --licence');
  return {
    source,
    licence,
    supplier: null,
    credit: textOption(call, 'credit') ?? null,
    until: dayOption(call, 'until') ?? null,
    feed: isOwn || call.values.feed === true,
    preview: isOwn || call.values.preview === true,
  } as const;
}

async function readPhotograph(file: string): Promise<Buffer> {
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) throw new NotDone('no-file', `there is no file ${file}`);
  if (stats.size > uploadLimits.bytes) throw new NotDone('too-large', tooLargeText);
  return readFile(file);
}

const tooLargeText = 'the file is larger than 8 MB';

type Refusal = Extract<AddPhotoResult, { ok: false }>['reason'];

function refusalText(reason: Refusal, tireId: string): string {
  const texts: Record<Refusal, string> = {
    'too-large': tooLargeText,
    'not-a-picture': 'the file is no JPEG, PNG or WebP picture',
    unreadable: 'the file is damaged, or of a kind that is not supported',
    'too-many-pixels': 'the picture has more than 25 megapixels',
    'too-small': 'the picture must be at least 200 pixels wide and high',
    animated: 'the picture is animated',
    'one-colour': 'the picture shows nothing but one colour',
    'took-too-long': 'the picture took longer than 30 s to decode',
    'too-much-memory': 'the picture needs too much memory to decode',
    'unknown-tire': `there is no tire ${tireId}`,
    'no-licence': 'the licence is empty',
    'hidden-characters': 'the licence or the credit contains hidden characters',
    'licence-over': 'the licence has already ended',
  };
  return texts[reason];
}
