import { z } from 'zod';
import { idSchema } from '../../../api';
import { namedConnection } from '../../../workflows/task/contract';
import { DEFAULT_EDITABLE_TYPE, DESTINATION_TYPES, type ListedEditableKind, schemaOfKinds } from '../../destinations';
import { connectionName } from '../../settings/fields';
import { optionalIdempotencyHeaders } from './fields';

export const destinationParams = z.object({ name: idSchema.describe('The name of a destination') });

/** A destination that the gateway stores. Its name is part of a key of the store. */
export const storedDestinationParams = z.object({ name: connectionName.describe('The name of a destination') });

const mapping = z
	.array(
		z.object({
			field: z.string().describe('The name at the destination: a column, a property, or a key of the JSON'),
			source: z.string().describe('What of the lead it takes, as in the configuration'),
		}),
	)
	.describe('Which values of a lead go where');

export const destinationListSchema = z.object({
	items: z.array(
		z.object({
			name: z.string(),
			type: z.enum(DESTINATION_TYPES satisfies string[] as string[]),
			title: z.string().describe('The type for people: HubSpot'),
			target: z.string().describe('Its address, without secrets'),
			origin: z
				.enum(['file', 'gateway'])
				.describe('file: it is in the configuration file. gateway: it was created at the gateway and can be changed'),
			mapping,
		}),
	),
});

export const destinationCheckSchema = z.object({
	ok: z.literal(true).describe('The check found no problem'),
	proven: z.boolean().describe('Whether the check proves that leads can be written'),
	detail: z.string().describe('What the check did, and its outcome'),
});

/** The type of a request's body. */
function typeField({ type }: ListedEditableKind) {
	const field = z.literal(type);
	return type === DEFAULT_EDITABLE_TYPE ? field.optional().describe(`Default: ${type}`) : field;
}

/** A change names every setting: an omitted one would silently become its default. */
function withoutDefaults({ editable }: ListedEditableKind): z.ZodRawShape {
	return Object.fromEntries(
		Object.entries(editable.settings.shape).map(([name, field]) => [
			name,
			field instanceof z.ZodDefault ? field.unwrap() : field,
		]),
	);
}

export const destinationBodySchema = schemaOfKinds((kind) =>
	z.strictObject({
		name: connectionName.describe('The name that lead syncs use. A name of the configuration file is taken'),
		type: typeField(kind),
		...kind.editable.settings.shape,
	}),
);

export const destinationChangeSchema = schemaOfKinds((kind) =>
	z.strictObject({ type: typeField(kind), ...withoutDefaults(kind) }),
);

export const destinationTypeListSchema = z.object({
	items: z.array(
		z.object({
			type: z.enum(DESTINATION_TYPES satisfies string[] as string[]),
			title: z.string().describe('Its name for people'),
			settingsSchema: z
				.looseObject({})
				.nullable()
				.describe(
					'JSON Schema of what is set of one at the gateway. x-form of a field says how forms show it. null: only the configuration file can name one',
				),
		}),
	),
});

/** The version that a person has seen. */
export const versionHeaders = optionalIdempotencyHeaders.extend({
	'if-match': z
		.string({ error: 'is missing; send the version that you have read, for example If-Match: "3"' })
		.regex(/^"\d{1,15}"$/, 'must be the version in quotation marks, for example "3"')
		.describe('The version of the destination that you have read, in quotation marks'),
});

function storedSchema({ type, editable }: ListedEditableKind) {
	return z.object({
		name: z.string(),
		type: z.literal(type),
		...editable.shown.shape,
		version: z.int().describe('Increases with every change. If-Match names it'),
		previousSecretUntil: z
			.string()
			.nullable()
			.describe('Until then leads are signed with the previous secret, too. ISO 8601 UTC'),
		createdAt: z.string(),
		updatedAt: z.string(),
		changedBy: z.string().describe('The name of the token that changed it last'),
	});
}

export const storedDestinationSchema = schemaOfKinds(storedSchema);

export const destinationWithSecretSchema = schemaOfKinds((kind) =>
	storedSchema(kind).extend({
		secret: z.string().describe('Standard Webhooks: `whsec_` and base64. Only this response shows it'),
	}),
);

export const previewBodySchema = z.strictObject({
	connection: namedConnection.describe('A connection of the configuration'),
	agentId: idSchema.describe('The agent whose newest leads are shown'),
});

export const previewSchema = z.object({
	mapping,
	problems: z
		.array(z.object({ path: z.string().describe('The setting, for example columns.mail'), message: z.string() }))
		.describe('What is wrong with single fields, such as a column that is gone'),
	leads: z
		.array(
			z.object({
				leadId: z.int(),
				capturedAt: z.string(),
				values: z
					.record(z.string(), z.union([z.string(), z.number()]).nullable())
					.describe('By the name at the destination. JSON is text. null: the lead has no such value'),
				refusal: z.string().nullable().describe('Why the destination would refuse it. null: no reason is known'),
				leftOut: z.string().optional().describe('Fields whose value does not fit, so that it would be skipped'),
			}),
		)
		.describe('The newest leads as they would be written, at most three'),
});
