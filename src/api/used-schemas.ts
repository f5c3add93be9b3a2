import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';

type TransformObject = typeof jsonSchemaTransformObject;
type Document = { paths?: object; components?: { schemas?: Record<string, unknown> } };

/**
 * The schemas of the document, without those that nothing in it points at: each is made twice, as what is sent and as what is
 * answered, and nearly all are only one of them.
 */
export const usedSchemas: TransformObject = (input) => {
  const document = jsonSchemaTransformObject(input) as Document;
  const { components } = document;
  let schemas = Object.entries(components?.schemas ?? {});
  for (let before = Number.POSITIVE_INFINITY; schemas.length < before; ) {
    before = schemas.length;
    const text = JSON.stringify([document.paths, Object.fromEntries(schemas)]);
    schemas = schemas.filter(([name]) => text.includes(`"#/components/schemas/${name}"`));
  }
  return {
    ...document,
    components: { ...components, schemas: Object.fromEntries(schemas) },
  } as ReturnType<TransformObject>;
};
