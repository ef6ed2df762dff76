import { isIP } from 'node:net';
import { z } from 'zod';
import { baseUrl, connectionName, secretText, signingSecret } from './fields';

/** What of a lead a column or a property can take. `fields.<name>` is one captured form field. */
export const LEAD_SOURCES = [
	'connection',
	'id',
	'agentId',
	'conversationId',
	'name',
	'firstName',
	'lastName',
	'email',
	'phone',
	'city',
	'country',
	'countryCode',
	'fields',
	'capturedAt',
] as const;

const sourceSchema = z
	.string()
	.refine(
		(text) => LEAD_SOURCES.some((source) => source === text) || /^fields\..+$/.test(text),
		`must be one of ${LEAD_SOURCES.join(', ')}, or fields.<name of a form field>`,
	);

/** A name as it stands in PostgreSQL, without quotation marks; case counts. */
const pgName = z
	.string()
	.min(1, 'is empty')
	.max(63, 'is longer than the 63 characters of PostgreSQL')
	.refine((text) => !text.includes('"') && !text.includes('\u0000'), 'must be given without quotation marks');

const postgresqlSchema = z
	.strictObject({
		/** The kind of destination. */
		type: z.literal('postgresql'),
		/** postgresql://user:password@host:port/database, with `?sslmode=verify-full` where TLS is wanted. */
		url: secretText.refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), {
			message: 'must be a postgresql:// address',
		}),
		/** The schema of the table. */
		schema: pgName.default('public'),
		/** The table of the leads. */
		table: pgName.default('leads'),
		/** Column to source. Default: the worker's own columns, and the worker creates a missing table. */
		columns: z.record(pgName, sourceSchema).optional(),
	})
	.refine(({ columns }) => columns === undefined || hasKey(Object.values(columns)), {
		path: ['columns'],
		message: 'must map the sources "connection" and "id", which identify a lead',
	});

const hubspotSchema = z
	.strictObject({
		type: z.literal('hubspot'),
		/** Access token of a private app with crm.objects.contacts.read and crm.objects.contacts.write. */
		accessToken: secretText,
		/** Another address than HubSpot's own, for tests. */
		baseUrl: baseUrl.default('https://api.hubapi.com'),
		/** HubSpot property to source; `email` is always mapped, since contacts are found by it. */
		properties: z
			.record(z.string().regex(/^[a-z0-9_]+$/, 'is not an internal property name of HubSpot'), sourceSchema)
			.default({
				firstname: 'firstName',
				lastname: 'lastName',
				phone: 'phone',
				city: 'city',
				country: 'country',
			}),
		/**
		 * What happens to a property that a contact has already: it is kept, or it becomes the lead's where the lead is
		 * newer than what was written last. The latter needs a property that is mapped to `capturedAt`.
		 */
		existing: z.enum(['keep', 'newest']).default('keep'),
		/**
		 * What becomes of a lead without an email. It is set aside, which blocks nobody, or it becomes a contact of its
		 * own, which is found by `leadProperty`.
		 */
		withoutEmail: z.enum(['set-aside', 'create']).default('set-aside'),
		/**
		 * A text property of contacts whose values are unique in HubSpot. A contact without an email gets connection and
		 * id of its lead there, so that no lead becomes two contacts.
		 */
		leadProperty: z
			.string()
			.regex(/^[a-z0-9_]+$/, 'is not an internal property name of HubSpot')
			.optional(),
	})
	.refine(({ withoutEmail, leadProperty }) => withoutEmail === 'set-aside' || leadProperty !== undefined, {
		path: ['leadProperty'],
		message: 'is missing, and "withoutEmail: create" needs it; name a text property with unique values',
	})
	.refine(({ properties, leadProperty }) => leadProperty === undefined || !(leadProperty in properties), {
		path: ['properties'],
		message: 'maps leadProperty, which the worker fills itself; remove it from properties',
	})
	.refine(({ leadProperty }) => leadProperty !== 'email', {
		path: ['leadProperty'],
		message: 'must be a property of its own, not the email',
	})
	.refine(({ existing, properties }) => existing === 'keep' || Object.values(properties).includes('capturedAt'), {
		path: ['existing'],
		message: 'is "newest", which needs a property mapped to capturedAt; map one, or write keep',
	})
	.refine(({ properties }) => !('email' in properties), {
		path: ['properties', 'email'],
		message: "is always the lead's email; remove it",
	});

/**
 * Where each lead is posted, signed as Standard Webhooks. A refusal never repeats it, because an address can hold a
 * secret.
 */
export const webhookUrl = secretText
	.refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
		message: 'must be an http:// or https:// address',
		abort: true,
	})
	.refine((text) => new URL(text).username === '' && new URL(text).password === '', {
		message: 'must not contain a user name or password',
		abort: true,
	})
	.refine(
		(text) => isSafeToPost(new URL(text)),
		'must be https:// unless it leads to this machine or a private network',
	);

/** What of a lead is posted, beside its connection and its id. Default: everything. */
export const webhookFields = z
	.array(sourceSchema)
	.min(1, 'is empty; name at least one field, or omit the setting to send everything')
	.max(100, 'has more than 100 fields')
	.refine((fields) => new Set(fields).size === fields.length, 'names a field twice');

const webhookSchema = z.strictObject({
	type: z.literal('webhook'),
	/** Where the leads are posted, one request each. */
	url: webhookUrl,
	/** Signs each request as Standard Webhooks. */
	secret: signingSecret,
	/** What of a lead is posted, beside its connection and its id. Default: everything. */
	fields: webhookFields.optional(),
});

const destinationSchema = z.discriminatedUnion('type', [postgresqlSchema, hubspotSchema, webhookSchema]);

/** Destinations of lead syncs. Tasks have the name, the worker has the secrets. */
export const destinationsSchema = z.record(connectionName, destinationSchema).default({});

export type DestinationConfig = z.infer<typeof destinationSchema>;
export type DestinationType = DestinationConfig['type'];
/** Every kind of destination there is. */
export const DESTINATION_TYPES = destinationSchema.options.map(({ shape }) => shape.type.value);
export type PostgresqlConfig = z.infer<typeof postgresqlSchema>;
export type HubSpotConfig = z.infer<typeof hubspotSchema>;
export type WebhookConfig = z.infer<typeof webhookSchema>;

function hasKey(sources: string[]): boolean {
	return sources.includes('connection') && sources.includes('id');
}

/** Leads are personal data, so they are encrypted on the internet. */
function isSafeToPost({ protocol, hostname }: URL): boolean {
	if (protocol === 'https:') return true;
	const host = hostname.replace(/^\[|\]$/g, '');
	if (isIP(host) === 0) return host === 'localhost' || !host.includes('.');
	return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host) || /^(::1$|f[cd])/i.test(host);
}
