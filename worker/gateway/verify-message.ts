import type { IncomingHttpHeaders } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { HookConfig } from '../config/hooks';

/**
 * The `webhook-id` of a message that one of the secrets signed and that is neither too old nor from the future; null for
 * any other, without telling why.
 */
export function verifiedId(
	{ secrets, replaySeconds }: Pick<HookConfig, 'secrets' | 'replaySeconds'>,
	headers: IncomingHttpHeaders,
	content: Buffer,
): string | null {
	const texts = {
		'webhook-id': String(headers['webhook-id'] ?? ''),
		'webhook-timestamp': String(headers['webhook-timestamp'] ?? ''),
		'webhook-signature': String(headers['webhook-signature'] ?? ''),
	};
	const ageSeconds = Math.abs(Date.now() / 1000 - Number(texts['webhook-timestamp']));
	const isSigned = secrets.map((secret) => isSignedBy(secret, texts, content)).includes(true);
	return isSigned && ageSeconds <= replaySeconds ? texts['webhook-id'] : null;
}

function isSignedBy(secret: string, headers: Record<string, string>, content: Buffer): boolean {
	try {
		new Webhook(secret).verify(content, headers, { jsonParse: false });
		return true;
	} catch (error) {
		if (error instanceof WebhookVerificationError) return false;
		throw error;
	}
}
