import { createHmac } from 'node:crypto';

/** The header with which GitHub signs a message. @param body as it is sent */
export function signedByGithub(secret: string, body: string): { 'x-hub-signature-256': string } {
	return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}
