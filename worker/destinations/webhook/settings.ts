import { isIP } from 'node:net';
import { z } from 'zod';
import { inForm } from '../../../workflows/task/field-form';
import { secretText, signingSecret } from '../../settings/fields';
import { leadSource } from '../lead-source';

/**
 * Where each lead is posted, signed as Standard Webhooks. A refusal never repeats it, because an address can hold a
 * secret.
 */
const webhookUrl = secretText
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
const webhookFields = z
	.array(leadSource)
	.min(1, 'is empty; name at least one field, or omit the setting to send everything')
	.max(100, 'has more than 100 fields')
	.refine((fields) => new Set(fields).size === fields.length, 'names a field twice');

export const webhookSettings = z.strictObject({
	type: z.literal('webhook'),
	/** Where the leads are posted, one request each. */
	url: webhookUrl,
	/** Signs each request as Standard Webhooks. */
	secret: signingSecret,
	/** What of a lead is posted, beside its connection and its id. Default: everything. */
	fields: webhookFields.optional(),
});

/** What people set of one at the gateway, which makes its secret. */
export const webhookForm = z.strictObject({
	url: webhookUrl
		.max(2_000, 'is longer than 2,000 characters')
		.describe('Receives each lead by POST. Its host must be one of events.webhookHosts')
		.meta(inForm('Address', { help: 'Gets each lead by POST', isReceiver: true })),
	fields: webhookFields
		.nullable()
		.describe('What of a lead is sent, beside its connection and its id. null: everything')
		.meta(
			inForm('What it gets', {
				help: 'The name of the connection and the ID of the lead are always sent',
				isLeadSources: true,
			}),
		)
		.default(null),
});

/** The same in a response. */
export const shownWebhook = z.object({
	url: z.string().describe('Scheme, host and … for a token that may not change it'),
	fields: z.array(z.string()).nullable().describe('null: everything'),
});

/** Leads are personal data, so they are encrypted on the internet. */
function isSafeToPost({ protocol, hostname }: URL): boolean {
	if (protocol === 'https:') return true;
	const host = hostname.replace(/^\[|\]$/g, '');
	if (isIP(host) === 0) return host === 'localhost' || !host.includes('.');
	return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host) || /^(::1$|f[cd])/i.test(host);
}
