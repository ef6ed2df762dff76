import { z } from 'zod';
import { baseUrl, secretText } from '../../settings/fields';
import { leadSource, oneWordName, withoutName } from '../lead-source';

const propertyName = z.string().regex(/^[a-z0-9_]+$/, 'is not an internal property name of HubSpot');

export const hubspotSettings = z
	.strictObject({
		type: z.literal('hubspot'),
		/** Access token of a private app with crm.objects.contacts.read and crm.objects.contacts.write. */
		accessToken: secretText,
		/** Another address than HubSpot's own, for tests. */
		baseUrl: baseUrl.default('https://api.hubapi.com'),
		/** HubSpot property to source; `email` is always mapped, since contacts are found by it. */
		properties: z.record(propertyName, leadSource).default({
			firstname: 'firstName',
			lastname: 'lastName',
			phone: 'phone',
			city: 'city',
			country: 'country',
		}),
		/**
		 * What happens to a property that a contact has already: it is kept, or it becomes the lead's where the lead is
		 * newer than what was written last, or its conversation continued. `newest` needs a property that is mapped to
		 * `capturedAt`.
		 */
		existing: z.enum(['keep', 'newest']).default('keep'),
		/**
		 * What becomes of a lead without an email. With `telephoneProperty` it is about leads that lack a telephone number
		 * too. The lead is set aside, which blocks nobody; it is skipped, and only counted; or it becomes a contact of its
		 * own, which is found by `leadProperty`.
		 */
		withoutEmail: z.enum(['set-aside', 'skip', 'create']).default('set-aside'),
		/** The name of a lead that has none. A contact that exists already keeps its own. Default: no name. */
		withoutName,
		/** Whether a name of one word is the first or the last name. */
		oneWordName,
		/**
		 * A text property of contacts whose values are unique in HubSpot. A contact without an email gets connection and
		 * id of its lead there, so that no lead becomes two contacts.
		 */
		leadProperty: propertyName.optional(),
		/**
		 * A text property of contacts whose values are unique in HubSpot. Contacts get their telephone number there, in
		 * digits. A lead without an email then belongs to the contact with its number. Default: no contact is found by its
		 * number.
		 */
		telephoneProperty: propertyName.optional(),
	})
	.refine(({ withoutEmail, leadProperty }) => withoutEmail !== 'create' || leadProperty !== undefined, {
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
	.refine(
		({ telephoneProperty, properties }) => telephoneProperty === undefined || !(telephoneProperty in properties),
		{
			path: ['properties'],
			message: 'maps telephoneProperty, which the worker fills itself; remove it from properties',
		},
	)
	.refine(({ telephoneProperty }) => telephoneProperty !== 'email', {
		path: ['telephoneProperty'],
		message: 'must be a property of its own, not the email',
	})
	.refine(
		({ telephoneProperty, leadProperty }) => telephoneProperty === undefined || telephoneProperty !== leadProperty,
		{
			path: ['telephoneProperty'],
			message: 'is leadProperty too, which holds ids of leads; name another property for telephone numbers',
		},
	)
	.refine(({ existing, properties }) => existing === 'keep' || Object.values(properties).includes('capturedAt'), {
		path: ['existing'],
		message: 'is "newest", which needs a property mapped to capturedAt; map one, or write keep',
	})
	.refine(({ properties }) => !('email' in properties), {
		path: ['properties', 'email'],
		message: "is always the lead's email; remove it",
	});

export type HubSpotSettings = z.infer<typeof hubspotSettings>;
