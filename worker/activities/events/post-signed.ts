import { Webhook } from 'standardwebhooks';
import { type JsonPost, postJson, type JsonPostAnswer } from '../../net/post-json';

export interface SignedPost extends Pick<JsonPost, 'url' | 'agent'> {
	/** The `webhook-id`: the same in every attempt. */
	id: string;
	payload: object;
	/** Each makes one signature. During a rotation these are the old and the new secret. */
	secrets: readonly string[];
}

/** POSTs a message, signed according to Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). */
export async function postSigned(
	{ id, url, payload, secrets, agent }: SignedPost,
	signal: AbortSignal,
): Promise<JsonPostAnswer> {
	const now = new Date();
	const content = JSON.stringify(payload);
	const headers = {
		'webhook-id': id,
		'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
		'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, content)).join(' '),
	};
	return postJson({ url, content, headers, agent }, signal);
}
