import type { CommandGroup } from './command.ts';
import { eprelConfirm, eprelReject } from './eprel/decide.ts';
import { eprelDifferences } from './eprel/differences.ts';
import { eprelFetch } from './eprel/fetch.ts';
import { eprelList } from './eprel/list.ts';
import { eprelPending } from './eprel/pending.ts';
import { importsList } from './imports/list.ts';
import { importsUndo } from './imports/undo.ts';
import { picturesAdd } from './pictures/add.ts';
import { picturesDropOfSupplier } from './pictures/drop.ts';
import { picturesFetch } from './pictures/fetch.ts';
import { picturesList } from './pictures/list.ts';
import { picturesPin, picturesUnpin } from './pictures/pin.ts';
import { picturesRemoveOne } from './pictures/remove.ts';
import { pricesCompetitors } from './prices/competitors.ts';
import { pricesOffSale, pricesOnSale, pricesPin, pricesUnpin } from './prices/decide.ts';
import { pricesPins } from './prices/pins.ts';
import { pricesApply, pricesPreview, pricesUndo } from './prices/rules.ts';
import { pricesShow } from './prices/show.ts';
import { pricesWhy } from './prices/why.ts';
import { suppliersFetch } from './suppliers/fetch.ts';
import { suppliersList } from './suppliers/list.ts';
import { vehiclesImport } from './vehicles/import.ts';
import { vehiclesRemove } from './vehicles/remove.ts';

export const imports: CommandGroup = {
  summary: 'Lists imports of price lists, and undoes the last one.',
  commands: { list: importsList, undo: importsUndo },
};
export const prices: CommandGroup = {
  summary: 'Price rules, and prices pinned by hand, which price lists do not change.',
  commands: {
    show: pricesShow,
    why: pricesWhy,
    preview: pricesPreview,
    apply: pricesApply,
    undo: pricesUndo,
    pin: pricesPin,
    pins: pricesPins,
    competitors: pricesCompetitors,
    unpin: pricesUnpin,
    'off-sale': pricesOffSale,
    'on-sale': pricesOnSale,
  },
};
export const pictures: CommandGroup = {
  summary: 'Photographs of tires, which replace the drawings.',
  commands: {
    list: picturesList,
    add: picturesAdd,
    remove: picturesRemoveOne,
    fetch: picturesFetch,
    drop: picturesDropOfSupplier,
    pin: picturesPin,
    unpin: picturesUnpin,
  },
};
export const eprel: CommandGroup = {
  summary: 'Registrations of tires in EPREL, the EU’s register of labels.',
  commands: {
    list: eprelList,
    differences: eprelDifferences,
    pending: eprelPending,
    confirm: eprelConfirm,
    reject: eprelReject,
    fetch: eprelFetch,
  },
};
export const vehicles: CommandGroup = {
  summary: 'The owner’s list of cars and their tire sizes, by which visitors choose tires.',
  commands: { import: vehiclesImport, remove: vehiclesRemove },
};
export const suppliers: CommandGroup = {
  summary: 'Suppliers whose lists the shop fetches.',
  commands: { list: suppliersList, fetch: suppliersFetch },
};
