import { z } from 'zod';

/** A column that holds JSON of this shape. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
	return z
		.string()
		.transform((text): unknown => JSON.parse(text))
		.pipe(schema);
}
