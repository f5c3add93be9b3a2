import { pinPicture, unpinPicture } from '../../shop/catalog/photos/pins.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print } from '../output.ts';
import { actorOf } from '../with-shop-context.ts';

const pinHelp = `Keeps the picture that a tire and all tires of its model show now, a photograph or the drawing: fetched photographs do not
replace it. A photograph that you add yourself ends the pin.

  --drawing  pins the drawing instead, for example if the photograph shows another tread
  --json     prints the result as JSON

  npm run shop -- pictures pin nokian-hakka-blue-3-205-55-r16-91v --drawing

Exit codes: 0 pinned, 1 there is no such tire, 2 wrong arguments.`;

export const picturesPin: Command = {
  summary: 'Keeps the photograph or the drawing of a model.',
  usage: 'TIRE [--drawing] [--json]',
  help: pinHelp,
  async run(call) {
    const { io, values } = call;
    const tireId = onlyArgument(call, 'tire');
    const by = { actor: actorOf(io), now: io.now() };
    const pinned = await withDatabase(io, ({ kysely }) =>
      pinPicture(kysely, { tireId, drawing: values.drawing === true, ...by }),
    );
    if (!pinned.ok) throw new NotDone(pinned.reason, `there is no tire ${tireId}`);
    print(call, { ...pinned }, [`Pinned the ${pinned.shows} of the model: ${counted(pinned.tires, 'tire')} on sale.`]);
  },
};

const unpinHelp = `Lets the model of a tire show again the photograph that has precedence: your own, the manufacturer's, then those of suppliers.

  --json  prints the result as JSON

  npm run shop -- pictures unpin nokian-hakka-blue-3-205-55-r16-91v

Exit codes: 0 unpinned, 1 it was not pinned, 2 wrong arguments.`;

export const picturesUnpin: Command = {
  summary: 'Unpins the photograph or the drawing of a model.',
  usage: 'TIRE [--json]',
  help: unpinHelp,
  async run(call) {
    const { io } = call;
    const tireId = onlyArgument(call, 'tire');
    const unpinned = await withDatabase(io, ({ kysely }) => unpinPicture(kysely, { tireId, now: io.now() }));
    if (!unpinned.ok) {
      const isUnknown = unpinned.reason === 'unknown-tire';
      throw new NotDone(unpinned.reason, isUnknown ? `there is no tire ${tireId}` : 'the model is not pinned');
    }
    print(call, { ...unpinned }, [`Unpinned the model: ${counted(unpinned.tires, 'tire')} on sale.`]);
  },
};
