import { z } from 'zod';

/** What of JSON Schema the descriptions of both servers come to. */
export interface JsonSchema {
	type?: string;
	const?: unknown;
	enum?: unknown[];
	anyOf?: JsonSchema[];
	oneOf?: JsonSchema[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	minimum?: number;
	maximum?: number;
}

export const jsonSchema: z.ZodType<JsonSchema> = z.looseObject({
	type: z.string().optional(),
	enum: z.array(z.unknown()).optional(),
	required: z.array(z.string()).optional(),
	minimum: z.number().optional(),
	maximum: z.number().optional(),
	get anyOf() {
		return z.array(jsonSchema).optional();
	},
	get oneOf() {
		return z.array(jsonSchema).optional();
	},
	get properties() {
		return z.record(z.string(), jsonSchema).optional();
	},
	get items() {
		return jsonSchema.optional();
	},
});
