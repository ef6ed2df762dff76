import { z } from 'zod';
import { idSchema } from '../../../api';

export const hookParams = z.object({ name: idSchema.describe('A hook of the configuration') });

/** Checked by the signature, not here: what is wrong with it is not told. */
export const hookHeaders = z.looseObject({
	'webhook-id': z.string().optional().describe('Standard Webhooks: the same in every repeat of a message'),
	'webhook-timestamp': z.string().optional().describe('Standard Webhooks: seconds since 1970'),
	'webhook-signature': z.string().optional().describe('Standard Webhooks: v1 and base64, one or several'),
});

/** Comes as bytes, which the signature is over, and is read after that was checked. */
export const hookBody = z.unknown().meta({
	anyOf: [
		{ type: 'object', additionalProperties: true },
		{ type: 'array', items: {} },
	],
	description: 'The message, as its sender makes it',
});
